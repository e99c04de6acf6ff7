// Scenarios: situations and what must follow from each, from a text file (tb/README.md, Scenarios),
// read into statements, and their player.
#pragma once

#include "csim/base/std.h"
#include "csim/golden/block.h"
#include "csim/golden/path.h"
#include "tb/block/models.h"
#include "tb/block/port.h"

enum {
    SCENARIO_NAMES = 128,
    SCENARIO_NAME_BYTES = 32,
    SCENARIO_TEXT_BYTES = 160, // a statement
    SCENARIO_TITLE_BYTES = 40,
};

enum verb {
    VERB_REGISTER,
    VERB_STAGE,
    VERB_OFFER,
    VERB_ASK,
    VERB_AGAIN,
    VERB_FLOOD,
    VERB_REPEAT,
    VERB_STOP,
    VERB_COMPLETE,
    VERB_SEND,
    VERB_WRITE,
    VERB_PAUSE,
    VERB_RESUME,
    VERB_RESET,
    VERB_WAIT,
    VERB_MEASURE,
    VERB_MESSAGES,
    VERB_BUS_WRITE,
    VERB_BUS_SEND,
    VERB_BUS_READ,
    VERB_BUS_STALLS_WRITES,
    VERB_BUS_STALLS_READS,
    VERB_BUS_GOES_ON,
    VERB_STRAY,
    VERB_LEAP,
    VERB_FLIP,
    VERB_FLIP_EACH, // one after the other
    VERB_EXPECT,
};

// Of an operation, then of the player.
enum event {
    EVENT_TAKEN,
    EVENT_ASKED, // offered, taken or not
    EVENT_GRANTED,
    EVENT_REJECTED,
    EVENT_FLUSHED,
    EVENT_DENIED,
    EVENT_ANSWERED,
    EVENT_RETURNED,
    EVENT_STRAY,
    EVENT_LATE,
    EVENT_FREE,
    EVENT_COMPLETED, // a completion of it was driven or sent
    OPERATION_EVENTS,
    EVENT_WRITE = OPERATION_EVENTS,
    EVENT_WRITTEN, // a write committed
    EVENT_PAUSE,
    EVENT_RESUME,
    EVENT_RESET,
    EVENT_MEASURE,
    EVENTS,
};

enum subject {
    SUBJECT_EVENT, // of an operation, or `written`
    SUBJECT_WAITS,
    SUBJECT_LOST,
    SUBJECT_BEFORE,
    SUBJECT_READY,
    SUBJECT_QUIET, // the block: its clock may be stopped
    SUBJECT_IRQ,
    SUBJECT_COUNT, // of an event, in all or of a name
    SUBJECT_SHARE,
    SUBJECT_LONGEST_WAIT,
    SUBJECT_OVERTAKES,
    SUBJECT_DEMAND,
    SUBJECT_RESPONSE_DEMAND,
    SUBJECT_DEBT,
    SUBJECT_REGISTER,
    SUBJECT_TOLD, // by the last message that was heard
    SUBJECT_MESSAGES,
    SUBJECT_WAITING,
    SUBJECT_HELD,
    SUBJECT_ALIKE,
    SUBJECT_HANDLE,
    SUBJECT_HANDLE_DIFFERS,
};

enum relation { AT_LEAST, AT_MOST, EXACTLY };

// What happens to grant messages.
enum hearing { MESSAGES_HEARD, MESSAGES_LOST, MESSAGES_WAIT };

enum when { WHEN_NOW, WHEN_AT, WHEN_WITHIN, WHEN_FOR };

enum { NO_NAME = UINT16_MAX, NO_LANE = UINT8_MAX };

struct statement {
    enum verb verb;
    uint64_t line;
    char text[SCENARIO_TEXT_BYTES];
    uint16_t name, other; // NO_NAME: none
    struct offered shape;
    uint16_t tag_of;        // an operation whose tag the one that is offered has, too; or NO_NAME
    uint64_t number, limit; // limit: operations of a flood, 0: endless
    uint16_t address;       // of a register
    bool refused;           // of VERB_REGISTER: it must be
    enum hearing hearing;   // of VERB_MESSAGES
    uint32_t observed;      // of VERB_STAGE: what completions report
    uint8_t lane, group;    // lanes of path.h; Lanes: the table, or `done` of VERB_STAGE
    uint8_t part;           // of a completion: 0 executed, 1 responded, 2 done
    uint8_t strobes;        // of a write; then clocks by which a half of it comes later
    uint16_t address_after, data_after;

    enum subject subject;
    enum event event;
    enum answer_kind answer; // ANSWER_NONE: any
    enum relation relation;
    bool is_not;
    enum when when;
    uint64_t clocks;
    enum event origin; // EVENTS: that of the event itself
    uint16_t origin_name;
};

struct scenario {
    char row[8];
    char title[SCENARIO_TITLE_BYTES]; // its name; empty: that of the file
    bool unmet; // the block is not of the size that it needs: nothing else was read
    unsigned names, statements;
    char name[SCENARIO_NAMES][SCENARIO_NAME_BYTES];
    bool is_flood[SCENARIO_NAMES];
    struct statement *statement;
    struct scenario *next; // of the file
};

// Those of a file, for a block of that size. NULL, with "FILE:LINE: expected .., found .." in
// `error`. The caller frees the first, and with it all.
struct scenario *scenario_read(const char *path, const struct path_size *size,
                               struct text_error *error);
void scenario_free(struct scenario *scenario);

// --- playing one, on one model of the block or on two in lockstep: player.c -------------------
// What is played, and on what.
struct play {
    const struct scenario *scenario;
    const char *path; // of its file
    const struct path_size *size;
    const struct block_model *model;
    const struct pair
        *pair;  // that the model is: its two must show the same in every clock; or NULL
    FILE *said; // what did not come about, or what is broken, in a line
    FILE *log;  // what crosses the boundary, or NULL
    bool world; // no rule judges, only scoreboards do
};

// *clocks: how many it took. False: something was said.
bool player_run(const struct play *play, uint64_t *clocks);

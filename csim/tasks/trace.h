// Traces: the operations of a run as a text file, plain or gzip, for runs of any policy or
// admitter.
//
//     semacredit trace 1
//     # recorded from moe, seed 0
//     set window_hbm=32000
//     # time opcode source address length response_length class domain
//     0 read 0 0x1f3000 0 272 urgent 0
//     2000 write 3 0x8a000 4112 0 bulk 7
//     4000 notify 3 0x9b000 80 0 bulk 7
//     4000 fence 3 0 0 0 bulk 7
//
// The first line names format and version. `set KEY=VALUE` lines, before the first operation, are
// configuration (as of --set, which is applied after them): what the recorded run had other than
// the defaults. Then an operation a line, words apart by spaces or tabs:
//
//   time             submission, in ps, 0 to 10^18; never decreases (without meaning in a closed
//                    loop, --set outstanding=N)
//   opcode           write read notify fetch_add swap compare_swap fetch_and fetch_or fetch_xor
//                    fetch_min fetch_max fence, or opcode3 to opcode7, which do not exist and are
//                    rejected
//   source           initiator, 0 to 65535
//   address          64 bits, decimal or 0x hexadecimal (as every number may be)
//   length           bytes that HBM sees of a write or a notification; 32 bits
//   response_length  bytes of a read's or an Atomic's response, with any_response of a write's or
//                    notification's, too; 32 bits
//   class            urgent (latency-sensitive) or bulk
//   domain           ordering domain (csim/traffic/ordering.h), 32 bits; 0: none; a fence needs one
//   wire_bytes       may be left out: bytes of the request on the forward path. Then a write's are
//                    its length, at least TRACE_COMMAND_BYTES, all others' TRACE_COMMAND_BYTES
//                    (paper, table 2)
//
// The trace of a domain has `set receivers=N` and more words behind each line
// (csim/tasks/tasks_trace.c).
//
// '#' begins a comment line; blank lines are none. The last line ends like all others.
#pragma once

#include "csim/base/text_reader.h"
#include "csim/config/config.h"
#include "csim/interface/op.h"

enum { TRACE_COMMAND_BYTES = 80, TRACE_WAIT = OP_FENCE + 1 };

static const uint64_t TRACE_TIME_MAX_PS = UINT64_C(1000000000000000000);

// Reading. Streams: memory does not grow with the file. Any file is safe to read; what is no trace
// gives one line "PATH:LINE: what was expected".
struct trace_reader {
    struct text_reader *text; // whose failure is the trace's
    bool pending;             // the line at hand is the next operation
    uint64_t time_ps;
    uint32_t first; // number of the first operation
    uint32_t read;
    uint64_t line; // of the operation read last
    // What may stand behind an operation's columns, word by word: false is a failure, as of
    // text_reader_fail. With it, the opcode `wait` is one, and times come in any order. NULL: no
    // more than the columns.
    bool (*word_read)(void *context, struct text_reader *reader, const struct word *word);
    void *context;
};

// Reads up to the first operation and applies the settings to `config`. False on failure, with the
// line in `error` and `config` unchanged. The caller closes the text.
bool trace_reader_open(struct trace_reader *trace, const char *path, struct config *config,
                       struct text_error *error);
// The next operation; indices count from 0. False after the last, or where the file is broken.
// Never allocates.
bool trace_read(struct trace_reader *trace, struct op *op);

// Writing, to the `gz` of a text (csim/base/atomic_file.h). What a trace begins with: `config` is
// that of the recorded run, `note` a line of text on it.
struct gzFile_s;
void trace_write_header(struct gzFile_s *trace, const struct config *config, const char *note);
void trace_write(struct gzFile_s *trace, const struct op *op);
// The columns alone: words may follow, and "\n" does.
void trace_write_begin(struct gzFile_s *trace, const struct op *op);

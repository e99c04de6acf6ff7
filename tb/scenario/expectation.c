#include "tb/scenario/scenario_env.h"

static const struct operation *operation_of(const struct scenario_env *env, uint16_t name) {
    return &env->operation[name];
}

static const char *state_text(const struct operation *op) {
    static const char *const text[] = {"not taken yet", "waiting", "granted",  "free",
                                       "rejected",      "flushed", "answered", "lost"};
    return text[op->state];
}

// Where an event is counted from, if a statement names no other.
static enum event natural_origin(enum event event) {
    switch (event) {
    case EVENT_ANSWERED:
        return EVENT_ASKED;
    case EVENT_RETURNED:
    case EVENT_STRAY:
    case EVENT_LATE:
    case EVENT_FREE:
        return EVENT_COMPLETED;
    default:
        return EVENT_TAKEN;
    }
}

uint64_t expectation_origin(const struct scenario_env *env, const struct statement *statement) {
    if (statement->origin == EVENTS && statement->subject != SUBJECT_EVENT)
        return env->clock;
    if (statement->origin == EVENTS)
        return statement->event == EVENT_WRITTEN
                   ? env->at[EVENT_WRITE]
                   : operation_of(env, statement->name)->at[natural_origin(statement->event)];
    return statement->origin_name == NO_NAME
               ? env->at[statement->origin]
               : operation_of(env, statement->origin_name)->at[statement->origin];
}

// --- events -------------------------------------------------------------------------------------

static uint64_t event_clock(const struct scenario_env *env, const struct statement *statement) {
    return statement->event == EVENT_WRITTEN
               ? env->at[EVENT_WRITTEN]
               : operation_of(env, statement->name)->at[statement->event];
}

static bool detail_holds(const struct scenario_env *env, const struct statement *statement,
                         char seen[SEEN_BYTES]) {
    if (statement->event != EVENT_ANSWERED && statement->event != EVENT_DENIED)
        return true;
    static const char *const answers[] = {"no answer", "held", "waits", "unknown"};
    const struct operation *op = operation_of(env, statement->name);
    if (statement->answer != ANSWER_NONE && statement->answer != op->answer) {
        snprintf(seen, SEEN_BYTES, "answered %s", answers[op->answer]);
        return false;
    }
    snprintf(seen, SEEN_BYTES, "denied by lanes %#" PRIx64, op->denied_mask);
    return statement->lane == NO_LANE || op->denied_mask == UINT64_C(1) << statement->lane;
}

static bool event_holds(const struct scenario_env *env, const struct statement *statement,
                        char seen[SEEN_BYTES]) {
    const uint64_t clock = event_clock(env, statement);
    const uint64_t origin = expectation_origin(env, statement);
    if (clock == NEVER) {
        snprintf(seen, SEEN_BYTES, "%s",
                 statement->event == EVENT_WRITTEN
                     ? "nothing written"
                     : state_text(operation_of(env, statement->name)));
        return false;
    }
    if (statement->when == WHEN_AT && clock != origin + statement->clocks) {
        snprintf(seen, SEEN_BYTES, "it at %+" PRId64, (int64_t)(clock - origin));
        return false;
    }
    return detail_holds(env, statement, seen);
}

static bool state_holds(const struct operation *op, enum state state, char seen[SEEN_BYTES]) {
    snprintf(seen, SEEN_BYTES, "it %s", state_text(op));
    return op->state == state;
}

static bool flag_holds(bool is, const struct statement *statement, const char *what,
                       char seen[SEEN_BYTES]) {
    snprintf(seen, SEEN_BYTES, "it %s%s", is ? "" : "not ", what);
    return is != statement->is_not;
}

static bool before_holds(const struct scenario_env *env, const struct statement *statement,
                         char seen[SEEN_BYTES]) {
    const uint64_t first = operation_of(env, statement->name)->at[EVENT_GRANTED];
    const uint64_t second = operation_of(env, statement->other)->at[EVENT_GRANTED];
    snprintf(seen, SEEN_BYTES, "%s",
             first == NEVER    ? "the first not granted"
             : second == NEVER ? "the second not granted"
                               : "the other order");
    return first != NEVER && second != NEVER && first < second;
}

static bool handle_differs(const struct scenario_env *env, const struct statement *statement,
                           char seen[SEEN_BYTES]) {
    const struct operation *one = operation_of(env, statement->name);
    const struct operation *other = operation_of(env, statement->other);
    snprintf(seen, SEEN_BYTES, "handles %#" PRIx32 " and %#" PRIx32, one->handle, other->handle);
    return one->at[EVENT_GRANTED] != NEVER && other->at[EVENT_GRANTED] != NEVER &&
           one->handle != other->handle;
}

// --- numbers ------------------------------------------------------------------------------------

// In percent, of the grants of all names.
static uint64_t share_of(const struct scenario_env *env, uint16_t name) {
    const uint64_t all = env->all.count[EVENT_GRANTED];
    return all ? env->tally[name].count[EVENT_GRANTED] * 100 / all : 0;
}

static uint64_t value_of(const struct scenario_env *env, const struct statement *statement) {
    const uint16_t name = statement->name;
    switch (statement->subject) {
    case SUBJECT_COUNT:
        return (name == NO_NAME ? &env->all : &env->tally[name])->count[statement->event];
    case SUBJECT_SHARE:
        return share_of(env, name);
    case SUBJECT_LONGEST_WAIT:
        return env_tally(env, name).longest_wait;
    case SUBJECT_OVERTAKES:
        return env_tally(env, name).overtakes;
    case SUBJECT_DEMAND:
        return operation_of(env, name)->demand[0];
    case SUBJECT_RESPONSE_DEMAND:
        return operation_of(env, name)->demand[1];
    case SUBJECT_HANDLE:
        return operation_of(env, name)->handle;
    case SUBJECT_DEBT:
        return env->debt[statement->lane];
    case SUBJECT_REGISTER:
        return env->software.value;
    case SUBJECT_TOLD:
        return env->software.reported[statement->lane];
    case SUBJECT_MESSAGES:
        return env->software.messages;
    case SUBJECT_WAITING:
        return env->waiting;
    default:
        return env->held;
    }
}

static bool number_holds(const struct scenario_env *env, const struct statement *statement,
                         char seen[SEEN_BYTES]) {
    const uint64_t value = value_of(env, statement);
    snprintf(seen, SEEN_BYTES, "%" PRIu64, value);
    switch (statement->relation) {
    case AT_LEAST:
        return value >= statement->number;
    case AT_MOST:
        return value <= statement->number;
    default:
        return value == statement->number;
    }
}

bool expectation_holds(const struct scenario_env *env, const struct statement *statement,
                       char seen[SEEN_BYTES]) {
    switch (statement->subject) {
    case SUBJECT_EVENT:
        return event_holds(env, statement, seen);
    case SUBJECT_WAITS:
        return state_holds(operation_of(env, statement->name), OP_WAITS, seen);
    case SUBJECT_LOST:
        return state_holds(operation_of(env, statement->name), OP_LOST, seen);
    case SUBJECT_BEFORE:
        return before_holds(env, statement, seen);
    case SUBJECT_ALIKE: // else it would be broken
        return true;
    case SUBJECT_READY:
        return flag_holds(env->out.op_ready[statement->group][statement->lane], statement, "ready",
                          seen);
    case SUBJECT_QUIET:
        return flag_holds(env->software.out.quiet, statement, "quiet", seen);
    case SUBJECT_IRQ:
        return flag_holds(env->software.out.irq, statement, "high", seen);
    case SUBJECT_HANDLE_DIFFERS:
        return handle_differs(env, statement, seen);
    default:
        return number_holds(env, statement, seen);
    }
}

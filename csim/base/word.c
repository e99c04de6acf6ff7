#include "csim/base/word.h"

bool word_is(const struct word *word, const char *text) {
    return strlen(text) == word->length && memcmp(text, word->text, word->length) == 0;
}

static unsigned digit_value(char c) {
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

bool word_number(const struct word *word, uint64_t most, uint64_t *value) {
    const bool hexadecimal = word->length > 2 && memcmp(word->text, "0x", 2) == 0;
    const unsigned base = hexadecimal ? 16 : 10;
    uint64_t number = 0;
    for (size_t i = hexadecimal ? 2 : 0; i < word->length; i++) {
        const unsigned digit = digit_value(word->text[i]);
        if (digit >= base || digit > most || number > (most - digit) / base)
            return false;
        number = number * base + digit;
    }
    *value = number;
    return word->length > 0;
}

const char *word_show(const struct word *word, char shown[WORD_SHOWN]) {
    const size_t most = WORD_SHOWN - 3; // quotes and terminator
    const size_t length = word->length < most ? word->length : most;
    shown[0] = '\'';
    for (size_t i = 0; i < length; i++)
        shown[i + 1] = (char)(word->text[i] >= ' ' && word->text[i] <= '~' ? word->text[i] : '?');
    shown[length + 1] = '\'';
    shown[length + 2] = '\0';
    return shown;
}

// --- the nearest name -------------------------------------------------------------------------

enum { LONGEST = 64, FARTHEST = 3, CONTAINED_LEAST = 3 };

static unsigned least_of(unsigned a, unsigned b) {
    return a < b ? a : b;
}

// Insertions, deletions, replacements and exchanges of neighbours that make one name of the other.
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    unsigned rows[3][LONGEST + 1]; // the last three of the table
    if (a_length > LONGEST || b_length > LONGEST)
        return LONGEST;
    for (unsigned j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (unsigned i = 1; i <= a_length; i++) {
        unsigned *const row = rows[i % 3];
        const unsigned *const above = rows[(i + 2) % 3], *const two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned j = 1; j <= b_length; j++) {
            row[j] = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least_of(row[j], least_of(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least_of(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

struct nearest nearest_start(const char *name, size_t length) {
    const unsigned mistakes = least_of(FARTHEST, 1 + (unsigned)(length / 4));
    return (struct nearest){.name = name, .length = length, .distance = mistakes + 1};
}

void nearest_try(struct nearest *nearest, const char *candidate) {
    const size_t length = strlen(candidate);
    unsigned far = distance(nearest->name, nearest->length, candidate, length);
    if (nearest->length >= CONTAINED_LEAST &&
        memmem(candidate, length, nearest->name, nearest->length))
        far = least_of(far, 1); // a part of it, such as its beginning
    if (far < nearest->distance) {
        nearest->distance = far;
        nearest->best = candidate;
    }
}

const char *nearest_text(const struct nearest *nearest, char text[NEAREST_TEXT_SIZE]) {
    text[0] = '\0';
    if (nearest->best)
        snprintf(text, NEAREST_TEXT_SIZE, ", did you mean %s?", nearest->best);
    return text;
}

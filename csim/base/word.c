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

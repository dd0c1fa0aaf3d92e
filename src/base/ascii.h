/* Characters of ASCII, whatever the locale. */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stdbool.h>

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

#endif

/* MD5 as OSS uses it: hexadecimal and upper case in ETags, base64 in Content-MD5. */
#ifndef PUBLISH_DIGEST_H
#define PUBLISH_DIGEST_H

#include <stdbool.h>

#include "base/file.h"
#include "base/str.h"

enum { MD5_HEX = 33 }; /* 32 digits and a NUL */

void md5_text(struct str text, char hex[MD5_HEX]);

/* Digest and size of a plain file; a link is not followed. */
bool md5_file(const char *path, char hex[MD5_HEX], long long *bytes, struct file_error *err);

/* The same digest as Content-MD5 wants it; 24 characters and a NUL. */
void md5_base64(const char hex[MD5_HEX], char base64[25]);

#endif

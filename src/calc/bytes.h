/* The module as the browser gets it: sizing.wasm, gzipped. Written by cmake/module.cmake. */
#ifndef CALC_BYTES_H
#define CALC_BYTES_H

#include <stddef.h>

extern const unsigned char calc_module_gzip[];
extern const size_t calc_module_gzip_size;

#endif

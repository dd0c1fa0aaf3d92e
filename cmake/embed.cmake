# cmake -DIN=sizing.wasm.gz -DOUT=calc_module_bytes.c -P embed.cmake: a file as the C array of calc/bytes.h.
file(READ ${IN} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUT} "#include \"calc/bytes.h\"\n\nconst unsigned char calc_module_gzip[] = {\n${bytes}\n};\n"
  "const size_t calc_module_gzip_size = sizeof calc_module_gzip;\n")

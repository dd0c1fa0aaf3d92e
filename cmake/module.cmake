# The calculator's WebAssembly module: the sizing core and its front, by clang and wasm-ld, gzipped and written as a C array.
#
# Compiled with -c and linked by wasm-ld: the clang driver would run a wasm-opt that it happens to find, and change the bytes.
# Everything but names.c, which only holds words; nothing is imported.
set(wasm_hints /opt/homebrew/opt/llvm/bin /usr/local/opt/llvm/bin) # Apple's clang has no WebAssembly target
find_program(WASM_CLANG NAMES clang clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 HINTS ${wasm_hints})
find_program(WASM_LD NAMES wasm-ld wasm-ld-20 wasm-ld-19 wasm-ld-18 wasm-ld-17 wasm-ld-16 wasm-ld-15 wasm-ld-14)
find_program(GZIP NAMES gzip)
set(wasm_missing "")
if(NOT WASM_CLANG)
  list(APPEND wasm_missing clang)
else()
  execute_process(COMMAND ${WASM_CLANG} --target=wasm32 -x c -fsyntax-only /dev/null RESULT_VARIABLE wasm_status OUTPUT_QUIET ERROR_QUIET)
  if(NOT wasm_status EQUAL 0)
    list(APPEND wasm_missing "clang with its WebAssembly target (${WASM_CLANG} has none)")
  endif()
endif()
if(NOT WASM_LD)
  list(APPEND wasm_missing wasm-ld)
endif()
if(NOT GZIP)
  list(APPEND wasm_missing gzip)
endif()
if(wasm_missing)
  list(JOIN wasm_missing ", " wasm_missing)
  message(FATAL_ERROR "The calculator's module for the browser cannot be compiled; missing: ${wasm_missing}.\n"
    "On Debian: apt-get install clang lld gzip. README.md names the packages of other systems.")
endif()

set(wasm_flags --target=wasm32 -std=c11 -Oz -ffreestanding -ffp-contract=off -fno-math-errno
  -mnontrapping-fptoint -mbulk-memory -msign-ext -ffunction-sections -fdata-sections
  -Wall -Wextra -Wconversion -Wshadow -Wmissing-prototypes -Werror -I${CMAKE_SOURCE_DIR}/src)
set(wasm_link_flags --no-entry --strip-all --gc-sections --stack-first -z stack-size=65536 -O2 --compress-relocations)

file(GLOB wasm_sources CONFIGURE_DEPENDS src/sizing/*.c src/calc/wasm/*.c)
list(REMOVE_ITEM wasm_sources ${CMAKE_SOURCE_DIR}/src/sizing/names.c)
list(APPEND wasm_sources ${CMAKE_SOURCE_DIR}/src/calc/module.c ${CMAKE_SOURCE_DIR}/src/base/digits.c)

# wasm_objects(VARIABLE SOURCE…): the objects of the sources, in the folder wasm/.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/wasm)
function(wasm_objects variable)
  foreach(source ${ARGN})
    get_filename_component(name ${source} NAME_WE)
    set(object ${CMAKE_BINARY_DIR}/wasm/${name}.o)
    set(flags ${wasm_flags})
    if(name STREQUAL libc) # else its loops become calls of themselves
      list(APPEND flags -fno-builtin)
    endif()
    add_custom_command(OUTPUT ${object}
      COMMAND ${WASM_CLANG} ${flags} -MD -MF ${object}.d -c ${source} -o ${object}
      DEPENDS ${source} DEPFILE ${object}.d VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(${variable} ${objects} PARENT_SCOPE)
endfunction()

wasm_objects(wasm_core ${wasm_sources})
set(wasm_module ${CMAKE_BINARY_DIR}/sizing.wasm)
set(wasm_array ${CMAKE_BINARY_DIR}/calc_module_bytes.c)
add_custom_command(OUTPUT ${wasm_module}
  COMMAND ${WASM_LD} ${wasm_link_flags} ${wasm_core} -o ${wasm_module}
  DEPENDS ${wasm_core} VERBATIM)
add_custom_command(OUTPUT ${wasm_array}
  COMMAND ${GZIP} -9 -n -k -f ${wasm_module}
  COMMAND ${CMAKE_COMMAND} -DIN=${wasm_module}.gz -DOUT=${wasm_array} -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${wasm_module} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake VERBATIM)

# The worked cases of speed and cost on the same objects, for tests/calc/run.sh.
wasm_objects(wasm_rows ${CMAKE_SOURCE_DIR}/tests/unit/speed_rows.c ${CMAKE_SOURCE_DIR}/tests/calc/rows_module.c
  ${CMAKE_SOURCE_DIR}/src/sizing/names.c)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/rows.wasm
  COMMAND ${WASM_LD} ${wasm_link_flags} ${wasm_core} ${wasm_rows} -o ${CMAKE_BINARY_DIR}/rows.wasm
  DEPENDS ${wasm_core} ${wasm_rows} VERBATIM)
add_custom_target(rows_module DEPENDS ${CMAKE_BINARY_DIR}/rows.wasm)

# A thin front for CMake and the test scripts. build/ is compiled with CC and CXX when given, else with gcc, so that
# `check` compares two compilers; CMake keeps what a folder was first configured with until `make clean`.
ifeq ($(origin CC),default)
export CC = gcc
endif
ifeq ($(origin CXX),default)
export CXX = g++
endif
JOBS := $(shell getconf _NPROCESSORS_ONLN)

# The parts of `check` run in the order they are listed in, and the first failure ends it.
.NOTPARALLEL:
.PHONY: all build site check fuzz fuzz-short tools floors headers selftest unit-gcc unit-clang unit-sanitized \
	errors golden-site guidance calculator real-site golden bench clean \
	publish publish-plan publish-rollback publish-list publish-doctor publish-stand-in

all: build

build:
	@echo 'build: compiling build/chipfirst'
	@cmake -G Ninja -S . -B build > /dev/null
	@ninja -C build chipfirst

site: build
	@echo 'site: writing site/'
	@build/chipfirst build

check: floors headers selftest tools unit-gcc unit-clang unit-sanitized fuzz-short errors golden-site guidance calculator real-site publish-stand-in
	@echo 'check: everything passed'

floors:
	@echo 'floors: includes point downward only'
	@tests/floors.sh

headers:
	@echo 'headers: each compiles alone'
	@tests/headers.sh

selftest:
	@echo 'selftest: the checks find what they are for'
	@tests/selftest.sh
	@tests/setup_test.sh

# npm ci empties and refills node_modules each time; the copy of the lock tells what it was filled from.
tools:
	@if cmp -s package-lock.json node_modules/.installed-lock; then \
	    echo 'tools: the page checkers are there'; \
	else \
	    echo 'tools: installing the page checkers from npm'; \
	    npm ci --ignore-scripts && cp package-lock.json node_modules/.installed-lock; \
	fi

# $(call unit,FOLDER,COMPILERS,CMAKE OPTIONS)
define unit
	@$(2) cmake -G Ninja -S . -B $(1) -DTESTS=ON $(3) > /dev/null
	@ninja -C $(1)
	@ctest --test-dir $(1) --output-on-failure --no-tests=error -j $(JOBS)
endef
clang = CC=clang CXX=clang++

unit-gcc:
	@echo 'unit: the release build, in build/'
	$(call unit,build)

unit-clang:
	@echo 'unit: with clang, in build-clang/'
	$(call unit,build-clang,$(clang))

unit-sanitized:
	@echo 'unit: with clang, AddressSanitizer and UndefinedBehaviorSanitizer, in build-asan/'
	$(call unit,build-asan,$(clang),-DSANITIZE=ON)

fuzz-short:
	@echo 'fuzz: a short run of every harness, in build-fuzz/'
	@tests/fuzz/run.sh 3000

# A long run; inputs that reach new code are kept in fuzz-corpus/ for the next one.
fuzz: build
	@echo 'fuzz: a million runs of every harness'
	@tests/fuzz/run.sh 1000000 fuzz-corpus
	@QUERIES=1000000 $(MAKE) --no-print-directory calculator

# $(call script,NAME,WHAT IT CHECKS): a script that is not there is said, not passed over.
define script
	@if [ -e $(1) ]; then echo '$(1): $(2)'; $(1) build/chipfirst; else echo '$(1): not there'; fi
endef

errors:
	$(call script,tests/errors/run.sh,wrong inputs and their exact messages)

guidance:
	$(call script,tests/guidance/run.sh,every sentence against changed facts)

calculator:
	@ninja -C build calc_native calc_rows
	$(call script,tests/calc/run.sh,the engine of the calculator, natively and in WebAssembly)

golden-site:
	$(call script,tests/golden/run.sh,a small site and its exact bytes)

real-site:
	$(call script,tests/site/run.sh,the real site)

publish-stand-in:
	$(call script,tests/publish/run.sh,publishing to a stand-in for OSS)

golden: build
	@echo 'golden: writing the expected outputs anew; read the difference before you commit it'
	@tests/errors/run.sh build/chipfirst --update
	@tests/golden/run.sh build/chipfirst --update
	@git --no-pager diff --stat -- tests

bench: build
	@ninja -C build measure measure_sizing
	@echo 'build/measure_sizing: one estimate, and all instance types'
	@build/measure_sizing
	$(call script,bench/calculator.sh,recomputation by the calculator in Chromium)
	$(call script,bench/run.sh,time and memory of a whole build)
	$(call script,bench/publish.sh,publishing a thousand files to a stand-in for OSS)

# publish.conf says where to; docs/publishing.md explains it.
publish: site
	@build/chipfirst publish

publish-plan: site
	@build/chipfirst publish --dry-run

publish-rollback: build
	@if [ -z '$(GEN)' ]; then echo 'publish-rollback: name the generation: make publish-rollback GEN=…; make publish-list shows them'; exit 1; fi
	@build/chipfirst publish --rollback '$(GEN)'

publish-list: build
	@build/chipfirst publish --list

publish-doctor: build
	@build/chipfirst publish doctor

clean:
	@echo 'clean: removing the build folders and the site'
	@rm -rf build build-clang build-asan build-fuzz site/*

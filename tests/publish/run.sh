#!/bin/sh
# Publishing against a stand-in for OSS on the loopback interface: tests/publish/run.sh BINARY
#
# Needs Node.js and, for the check of the stand-in, ali-oss. Nothing leaves the machine.
set -eu
case $1 in
/*) CHIPFIRST=$1 ;;
*) CHIPFIRST=$PWD/$1 ;;
esac
export CHIPFIRST
cd "$(dirname "$0")"
if ! node -e 'require.resolve("ali-oss")' 2> /dev/null; then
    echo 'tests/publish: ali-oss, which checks the stand-in, is missing; run make tools'
    exit 2
fi
exec node --test --test-reporter=spec ./*.test.mjs

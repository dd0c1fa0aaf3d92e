#!/bin/sh
# Measures publishing 1,000 files against the stand-in for OSS on the loopback interface: bench/publish.sh BINARY [MEASURE]
# Numbers to keep: first publication at most 2 s, nothing changed and one change at most 0.2 s, 50 MB at most.
#
# rclone runs beside it, in the same state of the machine, when it is installed. It uses the S3-compatible interface of the stand-in, which is its
# proxy then.
set -eu
case $1 in
/*) binary=$1 ;;
*) binary=$PWD/$1 ;;
esac
measure=${2:-$(dirname "$binary")/measure}
publish_tests=$(cd "$(dirname "$0")/../tests/publish" && pwd)
folder=$(mktemp -d)
server=
finish() {
    [ -z "$server" ] || kill "$server" 2> "$folder/kill" || true
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 1' INT TERM
unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY all_proxy ALL_PROXY AWS_CA_BUNDLE
export HOME="$folder" OSS_ACCESS_KEY_ID=testkeyid OSS_ACCESS_KEY_SECRET=test-secret-of-the-stand-in

# A new stand-in with an empty bucket; its address in $address.
start_server() {
    [ -z "$server" ] || kill "$server"
    : > "$folder/port"
    node "$publish_tests/oss/main.mjs" 300 > "$folder/port" &
    server=$!
    for _ in $(seq 100); do
        [ -s "$folder/port" ] && break
        sleep 0.1
    done
    address=127.0.0.1:$(cat "$folder/port")
}

publish() {
    "$measure" "$1" "$2" "$binary" publish --quiet --config "$folder/publish.conf"
}

node "$publish_tests/make-site.mjs" "$folder/site" 1000
start_server
cat > "$folder/publish.conf" << CONF
site = $folder/site
bucket = kb-site
region = cn-hangzhou
endpoint = http://oss-cn-hangzhou.aliyuncs.com
connect_to = $address
CONF
publish 'publish: first, 1,000 files' 1
publish 'publish: nothing changed' 5
node "$publish_tests/make-site.mjs" "$folder/site" 1000 500
publish 'publish: one change' 1

if ! command -v rclone > "$folder/which"; then
    echo 'rclone: not installed, so nothing to compare with'
    exit 0
fi
start_server
cat > "$folder/rclone.conf" << CONF
[oss]
type = s3
provider = Alibaba
access_key_id = $OSS_ACCESS_KEY_ID
secret_access_key = $OSS_ACCESS_KEY_SECRET
endpoint = http://oss-cn-hangzhou.aliyuncs.com
no_check_bucket = true
CONF
export http_proxy="http://$address" no_proxy=
compare() {
    "$measure" "$1" "$2" rclone --config "$folder/rclone.conf" --quiet sync --checksum --fast-list --transfers 16 --checkers 16 "$folder/site" \
        oss:kb-site
}
compare 'rclone: first, 1,000 files' 1
compare 'rclone: nothing changed' 5
node "$publish_tests/make-site.mjs" "$folder/site" 1000 501
compare 'rclone: one change' 1

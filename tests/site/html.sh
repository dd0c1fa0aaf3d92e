#!/bin/sh
# The Nu HTML checker over every page of the real site: tests/site/html.sh BINARY
#
# The site is built with a base address, since that gives pages more to be wrong about. A page with known mistakes is
# put among the others: a checker that does not find those has not looked.
set -eu
case $1 in
/*) binary=$1 ;;
*) binary=$PWD/$1 ;;
esac
cd "$(dirname "$0")/../.."
jar=$PWD/node_modules/vnu-jar/build/dist/vnu.jar
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

"$binary" build --out "$work/site" --base-url https://site.example/gpu/ > /dev/null
cat > "$work/site/mistakes.html" << 'END'
<!DOCTYPE html>
<html lang="en"><head><title>Mistakes</title></head>
<body><p id="a" id="a">One</p><h1></h1><section><p>Two</p></section><img src="x.png"></body></html>
END

pages=$(find "$work/site" -name '*.html' | wc -l)
# The guess of the language is left out: it takes tables of instance names for Norwegian.
# Java says on stderr which options it picked up; the checker's findings are on stdout then.
java -Xss2m -Xmx1500m -jar "$jar" --stdout --exit-zero-always --format gnu --skip-non-html --no-langdetect "$work/site" > "$work/all" 2> "$work/java" || {
    cat "$work/java"
    echo 'html: the checker does not run'
    exit 1
}
# Notes that are neither errors nor warnings are about style. A file has no origin that its policy's 'self' could mean, as the checker
# sees it; what the policy stops in a browser, the browser tests see on the console.
grep -E ': (error|warning|info warning|fatal)' "$work/all" | grep -v 'Resource violates Content Security Policy' > "$work/findings" || :
grep '/mistakes[.]html' "$work/findings" > "$work/known" || :
grep -v '/mistakes[.]html' "$work/findings" > "$work/new" || :

[ "$(wc -l < "$work/known")" -ge 4 ] || {
    cat "$work/all"
    echo 'html: the checker does not find the known mistakes'
    exit 1
}
sed "s|^\"*file:$work/site/||" "$work/new" | head -n 50
echo "html: $((pages - 1)) pages, $(wc -l < "$work/new") findings"
[ ! -s "$work/new" ]

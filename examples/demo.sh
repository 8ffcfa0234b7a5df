#!/bin/sh
# Shows linkly at work on the example library:  sh examples/demo.sh [LINKLY]
#
# LINKLY is the program to show, `linkly` if none is named. Its index is kept in a temporary folder, which goes when the
# script ends. The script fails when a command fails or finds nothing. One command pipes JSON through python3; another
# Python can be named with PYTHON=...
set -eu

LINKLY=${1:-linkly}
PYTHON=${PYTHON:-python3}
library=$(dirname "$0")/library

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
answer=$scratch/answer
LINKLY_DATA_DIR=$scratch/data
export LINKLY_DATA_DIR

fail() {
    echo "demo: $1" >&2
    exit 1
}

# A command line as it would be typed, without the end of the line.
say() {
    printf '\n$ linkly'
    for word in "$@"; do
        case $word in
            *[!A-Za-z0-9_./,:=-]*) printf " '%s'" "$word" ;;
            *) printf ' %s' "$word" ;;
        esac
    done
}

# The answer to a command, kept in a file. --exit-code makes an empty answer a failure.
ask() {
    "$LINKLY" --exit-code "$@" >"$answer" || fail "exit code $? from: $LINKLY $*"
    [ -s "$answer" ] || fail "no output from: $LINKLY $*"
}

show() {
    say "$@"
    echo
    ask "$@"
    cat "$answer"
}

# The doc_id of the first hit of a type, copied from the answer on the screen.
copied_id() {
    sed -n "s/^- doc_id: \([0-9]*\) · $1 .*/\1/p" "$answer" | head -n 1
}

show index "$library"

show search 'ferry timetable in winter' --limit 3

show search 'engine oil pressure' --type pdf,docx
handbook=$(copied_id pdf)
[ -n "$handbook" ] || fail "the engine handbook is not among the hits"

show outline "$handbook" --expand 2

show grep 'oil pressure' "$handbook" --ignore-case --context 0

show read "$handbook" --offset 29 --limit 8

# What was paid, in the papers that are about the storm: three commands in one line.
ids='import json, sys; print(*(hit["doc_id"] for hit in json.load(sys.stdin)["results"]), sep="\n")'
say search 'storm damage insurance' --limit 3 --json
printf " | python3 -c '%s' | linkly grep 'EUR [0-9]+' - --context 0 --limit 4\n" "$ids"
ask search 'storm damage insurance' --limit 3 --json
"$PYTHON" -c "$ids" <"$answer" >"$scratch/ids" || fail "the answer is not the JSON it should be"
ask grep 'EUR [0-9]+' - --context 0 --limit 4 <"$scratch/ids"
cat "$answer"

show search '"spring tide" insurance' --limit 3

show search 'Hochwasser am Kai' --limit 2

show search '潮の満ち引き' --limit 2

show find-paths --patterns minutes,notices

show explore

#!/bin/sh
# A session seems stuck: see what it does, tell it more, and end it if that does not help.
# Usage: unstick.sh <id> "what it should know" [patience]
set -eu
id=$1
words=$2
patience=${3:-10m}

swarm list
swarm status "$id"
swarm logs "$id" | tail -n 20

# On a terminal you look for yourself: Ctrl-B d leaves it at work, Ctrl-C breaks its turn off.
if [ -t 0 ]; then swarm attach "$id"; fi

# It reads the words at the end of its turn at the latest.
swarm send "$id" "$words"

# 0: completed, 2: it ended otherwise. After that time nothing has ended, and now it does.
if swarm wait "$id" --timeout "$patience"; then exit 0; fi
swarm kill "$id" --reason "stuck, and words did not help" --force || true
swarm status "$id" | sed -n 's/^Status: /It is /p'

#!/bin/sh
# Says that the agent is at work, at most once in two minutes. It runs after every tool, so it starts no
# other programs than cat and find in between. It takes all of its input first: an agent that writes to a
# program which is gone would see an error.

input=$(cat)
[ -z "$SWARM_ATTEMPT_DIR" ] || exit 0
[ -n "$CLAUDE_PLUGIN_DATA" ] || exit 0
case $input in *'"session_id":"'*) ;; *) exit 0 ;; esac
conversation=${input#*'"session_id":"'}
conversation=${conversation%%\"*}
case $conversation in '' | *[!A-Za-z0-9-]*) exit 0 ;; esac

stamp=$CLAUDE_PLUGIN_DATA/heartbeat-$conversation
[ -z "$(find "$stamp" -mmin -2 2> /dev/null)" ] || exit 0
mkdir -p "$CLAUDE_PLUGIN_DATA" && : > "$stamp" || exit 0
# Stamps of conversations that ended long ago.
find "$CLAUDE_PLUGIN_DATA" -name 'heartbeat-*' -mtime +7 -exec rm -f {} + 2> /dev/null
command -v swarm > /dev/null 2>&1 || exit 0
swarm heartbeat > /dev/null 2>&1 < /dev/null
exit 0

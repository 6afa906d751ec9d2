#!/bin/sh
# Tells Swarm of a hook and passes its answer on. It never holds the agent up: without Swarm on PATH, or
# outside of a project, it says nothing. It takes all of its input first: an agent that writes to a program
# which is gone would see an error.

input=$(cat)
# A session that Swarm started is a participant by itself.
[ -z "$SWARM_ATTEMPT_DIR" ] || exit 0
command -v swarm > /dev/null 2>&1 || exit 0
said=$(printf '%s' "$input" | swarm hook "$1" 2> /dev/null) || exit 0
[ -z "$said" ] || printf '%s\n' "$said"

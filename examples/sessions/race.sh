#!/bin/sh
# Several agents at one task: the first whose work passes the gate wins, and its branch is merged.
# Usage: race.sh task.md "npm test" [rivals] [persona]
set -eu
task=$1
gate=$2
rivals=${3:-3}
persona=${4:-developer}

race=$(swarm create "$persona" "$task" --race "$rivals" --gate "$gate" --quiet)

# Exit 2 says that none was accepted; their worktrees are left for you to look at.
if ! swarm wait "$race" --timeout 2h; then
  swarm race show "$race"
  exit 2
fi
swarm diff "$race" --stat
swarm merge "$race"

#!/bin/sh
# Research, then a change that builds on it, then a review on the branch of that change.
# Usage: pipeline.sh "what is to be found out" [persona]
set -eu
question=$1
persona=${2:-}

research=$(swarm create "${persona:-researcher}" -m "$question" --quiet)
change=$(swarm create "${persona:-developer}" --workspace --after "$research" --quiet \
  -m "Make the change that this asks for: {{result:$research}}")
review=$(swarm create "${persona:-reviewer}" --base-on "$change" --on-failed skip --quiet \
  -m "Review what {{result:$change}} says was done.")

swarm graph
swarm wait "$research" "$change" "$review" --timeout 1h
swarm result "$review"

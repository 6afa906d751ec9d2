#!/bin/sh
# A program, or another agent, starts a validation, waits for it, and goes on by its result.
# Usage: validate.sh <service> <url> [persona]
set -eu
service=$1
url=$2
persona=${3:-verifier}

id=$(swarm create "$persona" --template validate-deployment --set service="$service" --set url="$url" --quiet)

# Exit 0: completed. No loop that looks every few seconds: it returns when the session ends.
swarm wait "$id" --timeout 30m || { swarm logs "$id" | tail -n 20; exit 1; }

# A result is JSON; what an agent did not hand in is no success.
status=$(swarm result "$id" | sed -n 's/.*"status": *"\([^"]*\)".*/\1/p')
echo "Validation of $service: ${status:-no status}"
[ "$status" = success ] || exit 1
swarm archive "$id" --yes

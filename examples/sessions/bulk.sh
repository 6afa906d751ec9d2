#!/bin/sh
# Tidy up after a night: end what has run for too long, try failures again, put away what is done.
# Usage: bulk.sh [tag]
set -eu
tag=${1:-nightly}

# Whatever has worked for more than two hours has lost its way.
swarm kill --tag "$tag" --status running --older-than 2h --force || echo "Nothing runs for that long."

# All that failed, once more. Each begins its successor; the failure itself stays as it is.
swarm retry --tag "$tag" --status failed --yes || echo "Nothing failed."

# Exit 2 says that one of them failed again.
swarm wait --tag "$tag" --timeout 30m || echo "Some need you: swarm list"

# Completed sessions that ended more than a day ago go to the archive.
swarm archive --tag "$tag" --status completed --older-than "${ARCHIVE_AFTER:-24h}" --yes

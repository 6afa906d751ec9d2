/**
 * The program that runs in the pane, for any POSIX sh: `sh launcher.sh <attempt's folder>`. It claims the
 * folder, runs the agent, and leaves `exit`. Prompts and values reach it in files of that folder, never in
 * its arguments.
 *
 * start.sh  sets: input (turns, prompt, terminal), work, view (a file to show, or empty), follow and
 *           follow_view (the programs that follow a file, with their options), detach (how to start a
 *           program in a session of its own, or empty), and the agent's argv as "$@"
 * env.sh    exports the agent's environment, then empties itself
 */
export const LAUNCHER_SCRIPT = `#!/bin/sh
# Written by Swarm; changes are lost.
cd "$1" || exit 0
SWARM_ATTEMPT_DIR=$1
export SWARM_ATTEMPT_DIR
. ./start.sh || exit 0

# Sets started: together with the pid it names a process for ever.
find_start() {
  started=
  if [ -r "/proc/$1/stat" ]; then
    read -r stat < "/proc/$1/stat" || return 0
    set -- \${stat##*) }
    started=\${20}
  else
    started=$(LC_ALL=C TZ=UTC ps -o lstart= -p "$1")
    started=$(echo $started)
  fi
}

find_boot() {
  if [ -r /proc/sys/kernel/random/boot_id ]; then
    read -r boot < /proc/sys/kernel/random/boot_id
  else
    boot=$(sysctl -n kern.bootsessionuuid)
  fi
}

# Compare-and-swap: only one launcher can claim. The claim appears whole, because a hard link does.
claim() {
  server=null
  if [ -n "$TMUX" ]; then
    pid=\${TMUX%,*}
    pid=\${pid##*,}
    find_start "$pid"
    server="{\\"pid\\":$pid,\\"start\\":\\"$started\\"}"
  fi
  find_boot
  find_start $$
  printf '{"pid":%s,"start":"%s","boot":"%s","server":%s,"input":"%s"}\\n' \\
    $$ "$started" "$boot" "$server" "$input" > ".claim.$$" || return 1
  ln ".claim.$$" launcher.json 2> /dev/null && return 0
  [ -e launcher.json ] && return 1
  # A file system without hard links.
  (set -C; cat ".claim.$$" > launcher.json) 2> /dev/null
}

# The number of this very process, which in a subshell is not $$.
find_self() {
  if [ -r /proc/self/stat ]; then
    read -r self rest < /proc/self/stat
  else
    self=$(exec sh -c 'echo $PPID')
  fi
}

# An agent that is at work may have put a link there.
note() {
  find_start "$2"
  [ -h processes ] || echo "$1 $2 $started" >> processes
}

# Replaces this subshell by the agent.
become_agent() {
  find_self
  note agent "$self"
  . ./env.sh
  if [ "$input" != terminal ]; then unset TMUX TMUX_PANE; fi
  if ! cd "$work"; then
    echo "swarm: the folder to work in is not there: $work" >> "$SWARM_ATTEMPT_DIR/stderr.log"
    exit 127
  fi
  unset OLDPWD
  exec "$@"
}

end_agent() {
  [ -n "$agent" ] || return 0
  kill -TERM "-$agent" 2> /dev/null || kill -TERM "$agent" 2> /dev/null
  tries=0
  while kill -0 "$agent" 2> /dev/null; do
    tries=$((tries + 1))
    if [ "$tries" -gt 50 ]; then
      kill -KILL "-$agent" 2> /dev/null || kill -KILL "$agent" 2> /dev/null
      return 0
    fi
    sleep 0.1
  done
}

# A trap interrupts wait, whose status is then the trap's own. The second wait has the agent's, unless the
# first had.
wait_agent() {
  wait "$agent"
  code=$?
  while [ -n "$caught" ]; do
    caught=
    wait "$agent"
    again=$?
    [ "$again" -eq 127 ] || code=$again
  done
}

write_exit() {
  signal=null
  if [ "$code" -gt 128 ] && [ "$code" -lt 160 ]; then signal="\\"$(kill -l $((code - 128)))\\""; fi
  # Whatever its agent put there is not written to.
  if [ -e ".exit.$$" ] || [ -h ".exit.$$" ]; then rm -rf ".exit.$$"; fi
  set -C
  {
    printf '{"code":%s,"signal":%s,"hup":%s,"term":%s}\\n' "$code" "$signal" "$hup" "$term"
    # Of this shell, then of what it has waited for: the agent, and all that the agent waited for.
    times
  } > ".exit.$$"
  # Replaced by its last act, so that the launcher leaves right after its exit appears. The folder in its
  # command line tells whose launcher it still is.
  exec mv ".exit.$$" "$SWARM_ATTEMPT_DIR/exit"
}

# Without what a terminal would obey: controls but tab and line feed, and the marks of writing direction.
show_safely() {
  controls=$(printf '[\\001-\\010\\013-\\037\\177]')
  eight_bit=$(printf '\\302[\\200-\\237]')
  marks=$(printf '\\342\\200[\\216\\217\\250-\\256]')
  isolates=$(printf '\\342\\201[\\246-\\251]')
  arabic=$(printf '\\330\\234')
  LC_ALL=C exec sed -e "s/$controls//g" -e "s/$eight_bit//g" \\
    -e "s/$marks//g" -e "s/$isolates//g" -e "s/$arabic//g"
}

hup=false
term=false
caught=
agent=
feeder=
viewer=
shower=

# In a terminal a hang-up ends this shell at once, and the kernel then hangs up the agent, which is in the
# foreground there. Else it is passed on, also one that comes before the agent is there.
if [ "$input" = terminal ]; then
  trap : INT QUIT
else
  trap 'caught=1; hup=true; end_agent' HUP
  trap 'caught=1; term=true; end_agent' TERM
  trap 'caught=1' INT QUIT
fi

if ! claim; then exec rm -f ".claim.$$"; fi

if [ "$input" = terminal ]; then
  (become_agent "$@")
  code=$?
  write_exit
fi

# Both ends of the pipe are opened here, so that neither open blocks, and a feeder that ends early
# is the end of the input. Errors go where the agent's own errors are.
exec 6>&2 2>> stderr.log
if [ "$input" = turns ]; then
  mkfifo stdin.fifo
  exec 3<> stdin.fifo
  exec 4< stdin.fifo 5> stdin.fifo 3>&-
  $follow stdin.jsonl >&5 2> /dev/null 4<&- 5>&- 6>&- &
  feeder=$!
  exec 5>&-
  # Ending the input writes the mark, then looks for the note; here it is the other way round: no race.
  note feeder "$feeder"
  if [ -e ending ]; then kill -KILL "$feeder" 2> /dev/null; fi
else
  exec 4< prompt.md
fi
exec 2>&6 6>&-

start_agent() {
  become_agent "$@" <&4 4<&- >> events.jsonl 2>> stderr.log &
  agent=$!
}

attend_view() {
  mkfifo view.fifo 2> /dev/null || return 0
  $follow_view "$view" < /dev/null > view.fifo 2> /dev/null &
  viewer=$!
  note viewer "$viewer"
  show_safely < view.fifo 2> /dev/null &
  shower=$!
  note viewer "$shower"
}

attend_agent() {
  exec 4<&-
  if [ -n "$view" ] && [ -t 1 ]; then
    attend_view
  fi
  # A key that a person pressed is caught as well, and ends nothing.
  [ "$hup$term" = falsefalse ] || end_agent
  wait_agent
}

# In a session of its own the agent has no terminal, so that nothing it runs can stop and wait for a key.
# Else job control gives it a process group of its own. Else it runs in the foreground: in the
# background, without job control, it would ignore interrupts.
if [ -n "$detach" ]; then
  start_agent $detach "$@"
  attend_agent
else
  set -m 2> /dev/null
  case $- in
    *m*)
      start_agent "$@"
      set +m
      attend_agent
      ;;
    *)
      (become_agent "$@" <&4 4<&- >> events.jsonl 2>> stderr.log)
      code=$?
      ;;
  esac
fi

# A gentler signal would be lost on one that this shell has only just forked, while it still has our traps.
# Both must be gone before the exit file appears.
if [ -n "$feeder$viewer" ]; then
  kill -KILL $feeder $viewer $shower 2> /dev/null
  wait $feeder $viewer $shower 2> /dev/null
fi
write_exit
`;

/** Where reservations are drawn for the hooks, in the project. */
export const RESERVATION_FILE = '.swarm/reservations/held';

/** Of the file that is read: awk keeps a line whole, and a file with a hole has one of any length. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * What a tool call and a commit are checked with: `awk` reads the file that Swarm has drawn of all
 * reservations. It runs before every edit, so it starts no Node, and two small processes at most beside it.
 *
 * A line of the file has eight fields: when it ends, in seconds, or `-`; whose it is; the holder's
 * conversation; its process; how the holder is called; since when it holds; the glob; the glob as a regular
 * expression. The first line says what to do.
 */
const FUNCTIONS = `
function plain(path,   parts, n, i, out, depth) {
  n = split(path, parts, "/"); depth = 0
  for (i = 1; i <= n; i++) {
    if (parts[i] == "" || parts[i] == ".") continue
    if (parts[i] == "..") { if (depth > 0) depth--; continue }
    kept[++depth] = parts[i]
  }
  out = ""
  for (i = 1; i <= depth; i++) out = out (i > 1 ? "/" : "") kept[i]
  return out
}
function isMine(id, conversation, pid) {
  if (id == ENVIRON["SWARM_SESSION_ID"] || id == ENVIRON["SWARM_PARTICIPANT"]) return 1
  if (conversation != "-" && conversation == own) return 1
  return pid != "-" && index(pids, " " pid " ") > 0
}
function load(   line, part, drawn) {
  count = 0
  drawn = "head -c ${MOST_BYTES} \\"$SWARM_HELD\\""
  if ((drawn | getline line) <= 0) return 0
  split(line, part, "\\t")
  mode = part[2]
  while ((drawn | getline line) > 0) {
    if (split(line, part, "\\t") < 8 || isMine(part[2], part[3], part[4])) continue
    count++
    ends[count] = part[1]; holder[count] = part[5]; since[count] = part[6]
    glob[count] = part[7]; regex[count] = part[8]
  }
  return count
}
function reserved(path,   i) {
  for (i = 1; i <= count; i++) {
    if (path !~ regex[i]) continue
    if (!now) { "date +%s" | getline now; close("date +%s") }
    if (ends[i] == "-" || ends[i] + 0 > now + 0) return i
  }
  return 0
}
function left(i,   minutes) {
  if (ends[i] == "-") return "as long as it is at work"
  minutes = int((ends[i] - now + 59) / 60)
  return "for another " (minutes < 60 ? minutes " min" : int(minutes / 60) " h " minutes % 60 " min")
}
function words(path, i) {
  return path " is reserved by " holder[i] " (" glob[i] ", since " since[i] ", " left(i) "). " \\
    "Work on something else, or wait until it is released: \\"swarm reservations\\" shows who holds what."
}
function quoted(text,   out, i, char) {
  for (i = 1; i <= length(text); i++) {
    char = substr(text, i, 1)
    out = out (char == "\\\\" || char == "\\"" ? "\\\\" : "") char
  }
  return "\\"" out "\\""
}`;

const TOOL_CALL = `
function field(name,   found, out, i, char) {
  if (!match(input, "\\"" name "\\"[ ]*:[ ]*\\"([^\\"\\\\\\\\]|\\\\\\\\.)*\\"")) return ""
  found = substr(input, RSTART, RLENGTH)
  sub(/^"[a-z_]*"[ ]*:[ ]*"/, "", found); sub(/"$/, "", found)
  for (i = 1; i <= length(found); i++) {
    char = substr(found, i, 1)
    if (char == "\\\\") char = substr(found, ++i, 1)
    out = out char
  }
  return out
}
function within(path,   top, ignored) {
  top = path
  while (sub(/\\/[^\\/]*$/, "", top)) {
    if ((getline ignored < (top "/.git/HEAD")) > 0 || (getline ignored < (top "/.git")) > 0)
      return substr(path, length(top) + 2)
  }
  return ""
}
{ input = input $0 }
END {
  own = field("session_id")
  if (!load()) exit 0
  path = field("file_path"); if (path == "") path = field("notebook_path")
  if (path == "") exit 0
  if (path !~ /^\\//) path = field("cwd") "/" path
  path = within("/" plain(path))
  i = path == "" ? 0 : reserved(path)
  if (!i) exit 0
  text = quoted(words(path, i))
  if (mode == "block")
    print "{\\"hookSpecificOutput\\":{\\"hookEventName\\":\\"PreToolUse\\"," \\
      "\\"permissionDecision\\":\\"deny\\"," \\
      "\\"permissionDecisionReason\\":" text "}}"
  else
    print "{\\"systemMessage\\":" text ",\\"hookSpecificOutput\\":{\\"hookEventName\\":\\"PreToolUse\\"," \\
      "\\"additionalContext\\":" text "}}"
}`;

const COMMIT = `
BEGIN { if (!load()) exit 0 }
{ i = reserved($0); if (i) { print "swarm: " words($0, i); found = 1 } }
END {
  if (!found || mode != "block") exit 0
  print "swarm: nothing was committed; git commit --no-verify commits all the same"
  exit 1
}`;

const quotedWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

// By a variable of its own: awk would read a backslash in a word of -v as the beginning of an escape.
const awk = (program: string, drawn: string, more = ''): string =>
  `LC_ALL=C SWARM_HELD=${quotedWord(drawn)} awk ${more}${quotedWord(`${FUNCTIONS}${program}`)}`;

/** A command for a hook of an agent CLI that is told the tool call as JSON. It fails for nothing. */
export const toolCallHook = (drawn: string): string =>
  `[ -s ${quotedWord(drawn)} ] || exit 0; ${awk(TOOL_CALL, drawn)} 2>/dev/null; exit 0`;

/** Lines of a pre-commit hook: a reserved file is told, and with `block` nothing is committed. */
export const commitHookLines = (drawn: string): string =>
  [
    `if [ -s ${quotedWord(drawn)} ]; then`,
    `  pids=' ' pid=$$`,
    `  while [ "\${pid:-0}" -gt 1 ]; do pids="$pids$pid "; pid=$(ps -o ppid= -p "$pid" | tr -d ' '); done`,
    `  git diff --cached --name-only -z | tr '\\0' '\\n' |`,
    `    ${awk(COMMIT, drawn, '-v pids="$pids" ')} >&2 || exit 1`,
    'fi',
  ].join('\n');

import { parseJson } from '../../contract/json.ts';
import { type Fields, fieldsOf, listOf, textOrNull } from '../loose.ts';

/**
 * Hooks that write down what a Claude Code with a screen is doing. They come from a settings file of the
 * attempt's own (`--settings`), which the CLI adds to the person's: their hooks run as ever.
 *
 * Each event becomes one line of the attempt's `events.jsonl`, the same record that a headless process
 * writes, so that one intake with one cursor serves both modes. Several hooks may run at once. A file opened
 * for appending takes each write whole, but `cat` copies long inputs in several; so the line is put together
 * in a file of its own and goes over with a single write by `dd`. It begins and ends with a line feed: a line
 * that was torn by a full disk spoils no other.
 *
 * A hook prints nothing and never fails, because what it prints or returns would change what the agent does.
 */

const ONE_WRITE_BYTES = 64 * 1024 * 1024;
const APPEND = `dd bs=${ONE_WRITE_BYTES} <"$t" >>"$d/events.jsonl"; rm -f "$t"`;

const NOTE = [
  'exec 2>/dev/null',
  'd=$SWARM_ATTEMPT_DIR',
  't=$d/hook.$$',
  `{ echo; tr -d '\\n'; echo; } >"$t" && ${APPEND}`,
  'exit 0',
].join('; ');

/**
 * Reports a permission request and waits for its answer. The dialog is on the screen meanwhile; the first
 * answer, there or here, decides. The named pipe only wakes the hook: the answer is a file, read after each
 * wake-up.
 */
const ASK = [
  'exec 2>/dev/null',
  'd=$SWARM_ATTEMPT_DIR',
  'n=$$-$(date +%s)',
  't=$d/hook.$$',
  'a=$d/permission-$n',
  `{ printf '\\n{"swarm_request":"%s","hook":' "$n"; tr -d '\\n'; printf '}\\n'; } >"$t"`,
  `mkfifo -m 600 "$a.fifo" || exit 0`,
  APPEND,
  `until [ -s "$a.json" ]; do read -r wake <"$a.fifo"; done`,
  `cat "$a.json"`,
  `rm -f "$a.fifo" "$a.json"`,
  'exit 0',
].join('; ');

// Both tested versions know these events. For an unknown one the CLI would show a dialog and wait.
const NOTED = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Notification',
  'Stop',
  'StopFailure',
  'SessionEnd',
] as const;

/**
 * The status line is told what the conversation has cost, which no hook is. It prints what the person's own
 * command prints for the same input, or nothing.
 */
const statusCommand = (own: string | null): string =>
  [
    'exec 2>/dev/null',
    'd=$SWARM_ATTEMPT_DIR',
    't=$d/hook.$$',
    `s=$(tr -d '\\n')`,
    `printf '\\n{"swarm_status":%s}\\n' "$s" >"$t" && ${APPEND}`,
    ...(own === null ? [] : [`printf '%s\\n' "$s" | sh -c ${quoted(own)}`]),
    'exit 0',
  ].join('; ');

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const NOTE_SECONDS = 60;
const ASK_SECONDS = 24 * 60 * 60;

const hook = (command: string, timeout: number) => [{ hooks: [{ type: 'command', command, timeout }] }];

const OWN: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(NOTED.map((event) => [event, hook(NOTE, NOTE_SECONDS)])),
  PermissionRequest: hook(ASK, ASK_SECONDS),
};

/**
 * The settings file of an attempt with a screen: ours behind those that the persona names, because the CLI
 * takes only one such file. A status line that it names, or else the person's, is run by ours.
 */
export function renderHookSettings(given: string | null, persons?: unknown): string {
  const settings = settingsOf(given);
  const theirs = fieldsOf(settings.hooks);
  const both = Object.entries(OWN).map(([event, ours]) => [event, [...listOf(theirs[event]), ...ours]]);
  const line = fieldsOf(settings.statusLine ?? persons);
  return JSON.stringify({
    ...settings,
    hooks: { ...theirs, ...Object.fromEntries(both) },
    statusLine: { ...line, type: 'command', command: statusCommand(textOrNull(line.command)) },
  });
}

const settingsOf = (text: string | null): Fields => {
  const parsed = parseJson(text ?? '{}');
  return fieldsOf(parsed.ok ? parsed.value : {});
};

/** Files of the attempt's folder that answer a waiting hook: the answer, and the pipe that wakes it. */
export const answerFile = (requestId: string): string => `permission-${requestId}.json`;
export const answerPipe = (requestId: string): string => `permission-${requestId}.fifo`;

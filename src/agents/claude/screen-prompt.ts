import { basename } from 'node:path';
import type { ScreenPrompt } from '../../domain/agent/agent.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import { canPaste } from './can-paste.ts';

const MARKER_CHARS = 8;
const MARKER = /\[swarm:([0-9A-Za-z]+)\]/g;

/** The CLI attaches so much of a file that a prompt names with `@`, and silently no more. */
const ATTACHED_BYTES = 100_000;
const ATTACHED_LINES = 1_900;
// While it starts on a busy machine it may leave a file out, silently.
const TAKE_FILE = 'Take the text of this file as your prompt, and read it if it is not attached';
// Letters that neither the CLI nor a terminal reads as anything else.
const PLAIN_PATH = /^[\w./-]+$/;
const PATH_WITH_BLANKS = /^[\w./ -]+$/;

/**
 * The text that is typed for a turn: the turn's own, or a pointer to the file that contains it where a
 * screen cannot carry the text unchanged. Its last line is a marker by which the turn is known again in the
 * CLI's own record, whatever the screen made of the rest.
 */
export function screenPrompt({ id, body }: Pick<Turn, 'id' | 'body'>, file: string): ScreenPrompt {
  const isByFile = !canPaste(body);
  return { words: `${isByFile ? pointer(body, file) : body}\n${markerOf(id)}`, isByFile };
}

/** Whether a text holds a marker of some turn. */
export const hasMarker = (text: string): boolean => text.search(MARKER) >= 0;

/** Whether a submitted prompt is that of the turn: its last marker says so. */
export const isPromptOf = (turnId: string, seen: string): boolean =>
  [...seen.matchAll(MARKER)].at(-1)?.[0] === markerOf(turnId);

export const markerOf = (turnId: string): string =>
  `[swarm:${turnId.replaceAll('-', '').slice(0, MARKER_CHARS)}]`;

function pointer(body: string, file: string): string {
  const isShort = Buffer.byteLength(body) <= ATTACHED_BYTES && body.split('\n').length <= ATTACHED_LINES;
  if (isShort && PLAIN_PATH.test(file)) return `${TAKE_FILE}: @${file}`;
  if (isShort && PATH_WITH_BLANKS.test(file)) return `${TAKE_FILE}: @"${file}"`;
  const path = PATH_WITH_BLANKS.test(file) ? file : `$SWARM_ATTEMPT_DIR/${basename(file)}`;
  return `Your prompt is in the file ${path}. Read all of it, then do what it says.`;
}

import { parseJson } from '../../contract/json.ts';
import { promptIdOf } from '../../domain/turn/prompt-id.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import { type Fields, fieldsOf, textOrNull } from '../loose.ts';
import { markerOf } from './screen-prompt.ts';

// Titles, modes and snapshots are written at once, what was said up to a second later, and now and then the
// answer before its prompt: a process that is killed leaves a file in which any of it may be missing.

/** Whether a transcript has a prompt in it. */
export function isBegun(lines: Iterable<string>): boolean {
  for (const line of lines) {
    const { type, isMeta } = parseLine(line);
    if (type === 'user' && isMeta !== true) return true;
  }
  return false;
}

// A queued prompt that the turn at work took in is an attachment, and loses its id.
const PROMPT = /"type":"(user|attachment)"/;

/** Whether the prompt of a turn is in it: by its id, by its marker, or by its words. */
export function holdsTurn(lines: Iterable<string>, turn: Pick<Turn, 'id' | 'attempt' | 'body'>): boolean {
  const signs = [promptIdOf(turn), markerOf(turn.id), JSON.stringify(turn.body).slice(1, -1)];
  for (const line of lines) if (PROMPT.test(line) && signs.some((sign) => line.includes(sign))) return true;
  return false;
}

/** Each line names the one that it follows, and a conversation is read from its last line back. */
export function isTorn(lines: Iterable<string>): boolean {
  const parents = new Map<string, string | null>();
  let at: string | null | undefined = null;
  for (const line of lines) {
    const { uuid, parentUuid, isSidechain } = parseLine(line);
    const id = isSidechain === true ? null : textOrNull(uuid);
    if (id === null) continue;
    parents.set(id, textOrNull(parentUuid));
    at = id;
  }
  for (let left = parents.size; typeof at === 'string' && left > 0; left -= 1) at = parents.get(at);
  return at === undefined;
}

function parseLine(line: string): Fields {
  const parsed = parseJson(line);
  return fieldsOf(parsed.ok ? parsed.value : null);
}

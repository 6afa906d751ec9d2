import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { dirname } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';

export const TOKEN_VARIABLE = 'SWARM_ATTEMPT_TOKEN';

type AttemptKey = Readonly<{ sessionId: string; attempt: number }>;

const KEY = /^[0-9a-f]{64}$/;
const KEY_BYTES = 32;
const KEY_FILE_BYTES = 1_024;

/**
 * The token that an attempt's requests carry. It is derived, not kept: an attempt that is opened again after
 * a crash gets the same one, and nothing in its folder tells that of another.
 */
export const tokenOf = (key: string, { sessionId, attempt }: AttemptKey): string =>
  createHmac('sha256', key).update(`${sessionId}/${attempt}`).digest('hex');

export function isTokenOf(key: string, ref: AttemptKey, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  return timingSafeEqual(digestOf(tokenOf(key, ref)), digestOf(given));
}

// Two texts of any length can be compared by their digests in a time that tells nothing.
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The project's key, made when it is first needed. Of two that make it at once, one wins. */
export function ensureKey(keyFile: string): string {
  const found = readKey(keyFile);
  if (found !== null) return found;
  const files = filesOf(keyFile);
  files.ensureFolder(dirname(keyFile));
  const made = randomBytes(KEY_BYTES).toString('hex');
  return files.writeNew(keyFile, made) ? made : (readKey(keyFile) ?? replaceKey(keyFile, made));
}

// What was there is no key: no token was ever made with it.
function replaceKey(keyFile: string, made: string): string {
  filesOf(keyFile).write(keyFile, made);
  return made;
}

/** Null when there is none, or what is there is no key. */
export function readKey(keyFile: string): string | null {
  const text = filesOf(keyFile).read(keyFile, KEY_FILE_BYTES)?.text?.trim() ?? '';
  return KEY.test(text) ? text : null;
}

const filesOf = (keyFile: string): AgentFiles => new AgentFiles(dirname(keyFile), new Oddities());

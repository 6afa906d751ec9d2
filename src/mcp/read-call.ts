import * as z from 'zod/mini';
import type { AnyVerb } from '../app/verb.ts';
import { readWireInput, type WireType } from '../contract/wire-input.ts';
import type { Wait } from './ask-verb.ts';
import { dropLacking } from './drop-lacking.ts';
import type { ToolRow } from './tool-row.ts';

const ANSWER_LIMIT_MS = 20_000;
// Many clients give a tool a minute.
const PERSON_LIMIT_MS = 50_000;
const LONGEST_WAIT_MS = 600_000;

/** What this door adds to a tool that waits for a person. */
export const Waiting = z.object({
  waitMs: z._default(z.int().check(z.minimum(0), z.maximum(LONGEST_WAIT_MS)), PERSON_LIMIT_MS),
});

type Words = Readonly<Record<string, unknown>>;
type Call = Readonly<{ given: unknown; signal: AbortSignal }>;

export type ReadCall = Readonly<{ input: unknown; words: Words; wait: Wait }>;

/** What a call says: its own words, what they are for the verb, and how long it waits. */
export function readCall({ waits, words: own }: ToolRow, verb: AnyVerb, call: Call): ReadCall {
  const { given, wait } = waits
    ? splitWait(call)
    : { given: call.given, wait: { signal: call.signal, timeoutMs: ANSWER_LIMIT_MS } };
  const words = own === undefined ? given : read(own.input, dropLacking(given ?? {}, own.lacks ?? {}));
  const input = read(verb.input, own === undefined ? (given ?? {}) : own.toInput(words));
  return { input, words: Object(words) as Words, wait };
}

export function read<T>(schema: WireType<T>, given: unknown): T {
  const input = readWireInput(schema, given);
  if (!input.ok) throw input.problem;
  return input.value;
}

function splitWait({ given, signal }: Call): Readonly<{ given: unknown; wait: Wait }> {
  const { wait_ms: waitMs, ...rest } = Object(given) as Words;
  const { waitMs: timeoutMs } = read(Waiting, waitMs === undefined ? {} : { waitMs });
  return { given: rest, wait: { signal, timeoutMs } };
}

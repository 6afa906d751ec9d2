import type { Refusal } from '../domain/refusal.ts';
import { oneLine } from './one-line.ts';
import type { Words } from './refusal-text.ts';

type LoopCode = 'illegal-loop-step' | 'loop-not-found' | 'template-variable';
type Writers = { readonly [C in LoopCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

/** What refusals of loops say. */
export const LOOP_WRITERS: Writers = {
  'illegal-loop-step': ({ loopId, state, event }) => ({
    message: `Loop ${loopId} is ${state}: it cannot be told to ${event}`,
    hint: 'Look: swarm loop list',
  }),
  'loop-not-found': ({ loopId, known }) => ({
    message: `No loop is called ${oneLine(loopId)}`,
    hint: known.length > 0 ? `There is: ${known.join(', ')}` : 'Start one: swarm loop',
  }),
  'template-variable': ({ file, line, name, known }) => ({
    message: `${file}:${line}: unknown variable {{${oneLine(name)}}}`,
    hint: `Known: ${known.join(', ')}`,
  }),
};

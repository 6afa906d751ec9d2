import type { Refusal } from '../domain/refusal.ts';
import { oneLine } from './one-line.ts';
import type { Words } from './refusal-text.ts';

type LoopCode =
  | 'illegal-loop-step'
  | 'loop-not-found'
  | 'template-variable'
  | 'work-dir-missing'
  | 'work-dir-and-workspace';
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
  'work-dir-missing': ({ folder }) => ({
    message: `The working folder is not there: ${oneLine(folder)}`,
    hint: 'Name another: --work-dir, loop.workDir or GT_ROOT',
  }),
  'work-dir-and-workspace': () => ({
    message: 'A loop works in worktrees of the project or in one folder, not in both',
    hint: 'Leave out --workspace or --work-dir',
  }),
  'template-variable': ({ file, line, name, known }) => ({
    message: `${file}:${line}: unknown variable {{${oneLine(name)}}}`,
    hint: `Known: ${known.join(', ')}`,
  }),
};

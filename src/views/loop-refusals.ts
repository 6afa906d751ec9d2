import type { Refusal } from '../domain/refusal.ts';
import { oneLine } from './one-line.ts';
import type { Words } from './refusal-text.ts';

type LoopCode =
  | 'illegal-loop-step'
  | 'loop-not-found'
  | 'template-variable'
  | 'needs-conflict'
  | 'work-dir-missing'
  | 'work-dir-and-workspace';
type Writers = { readonly [C in LoopCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

/** The texts of refusals of loops. */
export const LOOP_WRITERS: Writers = {
  'illegal-loop-step': ({ loopId, state, event }) => ({
    message: `Loop ${loopId} is ${state}: it cannot ${event}`,
    hint: 'List loops: swarm loop list',
  }),
  'loop-not-found': ({ loopId, known }) => ({
    message: `Loop not found: ${oneLine(loopId)}`,
    hint: known.length > 0 ? `Loops: ${known.join(', ')}` : 'Start one: swarm loop',
  }),
  'needs-conflict': ({ workId, files }) => ({
    message:
      `The work of ${oneLine(workId)}, which it needs, conflicts with what it begins from` +
      `${files.length === 0 ? '' : ` in ${someFiles(files)}`}. Nothing was changed. ` +
      'Merge the branches of what it needs into yours, then let it go on',
    hint: `Look at its branch: swarm diff <session>; merge it: swarm merge ${oneLine(workId)}`,
  }),
  'work-dir-missing': ({ folder }) => ({
    message: `Working folder not found: ${oneLine(folder)}`,
    hint: 'Set another one: --work-dir, loop.workDir or GT_ROOT',
  }),
  'work-dir-and-workspace': () => ({
    message: '--workspace and --work-dir exclude each other',
    hint: 'Leave out one of them',
  }),
  'template-variable': ({ file, line, name, known }) => ({
    message: `${file}:${line}: unknown variable {{${oneLine(name)}}}`,
    hint: `Known: ${known.join(', ')}`,
  }),
};

const FILES_SHOWN = 5;

function someFiles(files: readonly string[]): string {
  const more = files.length - FILES_SHOWN;
  return `${files.slice(0, FILES_SHOWN).map(oneLine).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

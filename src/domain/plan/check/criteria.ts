import { covers } from '../handoff.ts';
import type { Criterion, PlanTask } from '../plan.ts';
import { type Finding, inTask, type Rule } from './finding.ts';
import { wordsOf } from './instructions.ts';

const NAME_ONE = 'name a command that must succeed ("command:") or a file to look at ("file:")';

// What is left of "the schema works properly and looks good" without these says nothing to look for.
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  [
    'a an and are as be expected for has have in is it its must of on or should so that the to very',
    'well with',
    'acceptable clean correct correctly done fast fine good high looks nice ok okay proper properly quality',
    'reasonable robust satisfactory sufficient user-friendly work works working',
  ].flatMap((line) => line.split(' ')),
);
const TELLING_WORDS_LEAST = 2;

/** Every task says how it proves that it is complete, in a way that can be looked at. */
export const criteriaAreMeasurable: Rule = ({ plan: { tasks } }) =>
  tasks.flatMap((task, index) => {
    if (task.criteria.length === 0) {
      const problem = 'no success criterion says when the task is complete';
      return [{ path: inTask(index), problem, advice: `add "success_criteria"; ${NAME_ONE}` }];
    }
    return task.criteria.flatMap((criterion, at) =>
      checkOne(task, criterion, inTask(index, 'success_criteria', at)),
    );
  });

function checkOne(
  task: PlanTask,
  { text, command, file }: Criterion,
  path: readonly string[],
): readonly Finding[] {
  if (command === null && file === null) {
    return [{ path, problem: `"${text.slice(0, 60)}" cannot be measured`, advice: NAME_ONE }];
  }
  if (command === null && tellingWords(text) < TELLING_WORDS_LEAST) {
    const problem = `"${text.slice(0, 60)}" does not say what to look for`;
    return [{ path, problem, advice: 'say what the file must hold' }];
  }
  const isOwn = file === null || task.outputs.some((output) => covers(output.path, file));
  const advice = 'add it to the outputs, or name one of them';
  return isOwn ? [] : [{ path, problem: `the task does not write "${file}"`, advice }];
}

const tellingWords = (text: string): number =>
  wordsOf(text).filter((word) => !EMPTY_WORDS.has(word.toLowerCase())).length;

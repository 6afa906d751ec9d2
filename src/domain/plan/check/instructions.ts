import { inTask, type Rule } from './finding.ts';

const WORDS_LEAST = 12;
const PLACEHOLDER = /\b(?:TODO|TBD|FIXME|XXX)\b|\?\?\?|lorem ipsum|[<[](?:your|insert|fill)\b[^>\]\n]*[>\]]/i;
const VAGUE = [
  'and so on',
  'as appropriate',
  'as needed',
  'best practices',
  'do the right thing',
  'etc.',
  'figure it out',
  'make it work',
  'or something',
  'somehow',
  'use your judgement',
  'use your judgment',
] as const;

/** Instructions say what to do in words that an agent can act on. */
export const instructionsAreSpecific: Rule = ({ plan: { tasks } }) =>
  tasks.flatMap(({ instructions }, index) => {
    const problem = problemOf(instructions);
    return problem === null ? [] : [{ path: inTask(index, 'instructions'), ...problem }];
  });

function problemOf(text: string): Readonly<{ problem: string; advice: string }> | null {
  const words = wordsOf(text).length;
  if (words < WORDS_LEAST) {
    const problem = words === 0 ? 'the instructions are missing' : `the instructions have ${words} words`;
    return { problem, advice: `say in at least ${WORDS_LEAST} words what to do, with what, and where` };
  }
  const [placeholder] = PLACEHOLDER.exec(text) ?? [];
  if (placeholder !== undefined) {
    return { problem: `"${placeholder}" was never filled in`, advice: 'replace it by what is meant' };
  }
  const lower = text.toLowerCase();
  const vague = VAGUE.find((phrase) => lower.includes(phrase));
  if (vague === undefined) return null;
  return { problem: `"${vague}" leaves open what to do`, advice: 'name what is meant, or leave it out' };
}

export const wordsOf = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}'\u2019-]*/gu) ?? [];

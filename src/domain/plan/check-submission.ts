import type { Criterion, PlanTask } from './plan.ts';
import type { CriterionResult } from './verification.ts';

/** What is seen of the work of a role: whether it is committed, and which files are there. */
export type SeenWork = Readonly<{
  isOnBranch: boolean;
  changed: readonly string[];
  untracked: readonly string[];
  hashes: ReadonlyMap<string, string | null>;
}>;

const SHOWN_FILES = 20;
const SHOWN_PROBLEMS = 20;
const COMMITTED = { text: 'All of the work is committed', command: null, file: null } as const;

/** Why what lies in the folder is not what was committed; null when it is. */
export function findUncommitted(task: PlanTask, seen: SeenWork): CriterionResult | null {
  const { isOnBranch, changed, untracked } = seen;
  if (!isOnBranch) {
    const output = 'Your folder does not have your branch checked out. Go back to it, and commit there.';
    return { ...COMMITTED, is: 'red', output };
  }
  const forgotten = untracked.filter((path) => filesOf(task).some((file) => covers(file, path)));
  const files = [...changed, ...forgotten];
  if (files.length === 0) return null;
  const shown = files.slice(0, SHOWN_FILES).join(', ');
  const more = files.length > SHOWN_FILES ? ` and ${files.length - SHOWN_FILES} more` : '';
  return { ...COMMITTED, is: 'red', output: `Not committed: ${shown}${more}` };
}

type NoteProblem = Readonly<{ noteId: string | null; problem: string; remedy: string }>;
type SeenNotes = Readonly<{ file: string; problems: readonly NoteProblem[]; unsettled: string | null }>;

const NOTED = { text: 'All of its notes were taken in, and are settled', command: null, file: null } as const;

/** Why its notes cannot go to its verifier as they are; null when they can. */
export function findUnnoted({ file, problems, unsettled }: SeenNotes): CriterionResult | null {
  const bad = problems.map(({ noteId, problem, remedy }) =>
    [...(noteId === null ? [] : [noteId]), `${problem} (${remedy})`].join(': '),
  );
  const shown = bad.length === 0 ? [] : [`${file}:`, ...bad.slice(0, SHOWN_PROBLEMS)];
  const lines = [...shown, ...(unsettled === null ? [] : [unsettled])];
  return lines.length === 0 ? null : { ...NOTED, is: 'red', output: lines.join('\n') };
}

/** A criterion that names a file: it is there, or it is not. */
export function fileResult(
  criterion: Criterion & Readonly<{ file: string }>,
  seen: SeenWork,
): CriterionResult {
  const isThere = (seen.hashes.get(criterion.file) ?? null) !== null;
  const output = isThere ? '' : `${criterion.file} is neither on your branch nor in your task_output`;
  return { ...criterion, is: isThere ? 'green' : 'red', output };
}

/** The files that a task promises. */
export const filesOf = ({ outputs, criteria }: PlanTask): readonly string[] => [
  ...new Set([...outputs.map(({ path }) => path), ...criteria.flatMap(({ file }) => file ?? [])]),
];

const covers = (file: string, path: string): boolean =>
  file === path || (file.endsWith('/') && path.startsWith(file));

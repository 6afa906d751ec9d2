import type { SessionState } from './session.ts';

/** What becomes of a session whose dependency did not complete. */
export type OnFailed = 'fail' | 'skip' | 'ask';

/** The sessions that one waits for before its first attempt, by their ids. They never change. */
export type Dependencies = Readonly<{
  /** Each of these must be completed. */
  all: readonly string[];
  /** At least one of these. */
  any: readonly string[];
  /** Each of these must be over, however it ended. */
  end: readonly string[];
  onFailed: OnFailed;
  /** Its workspace begins at the last commit of the branch of this one. */
  baseOn: string | null;
}>;

export type Progress = 'pending' | 'completed' | 'failed';

export type DependencyVerdict =
  | Readonly<{ is: 'ready' }>
  | Readonly<{ is: 'wait'; for: readonly string[] }>
  /** It can never be ready unless the failed ones are continued. */
  | Readonly<{ is: 'unmet'; failed: readonly string[] }>;

/** All whose end matters to it, each once. */
export const dependencyIds = ({ all, any, end }: Dependencies): readonly string[] => [
  ...new Set([...all, ...any, ...end]),
];

/**
 * How far a dependency is: itself, then those that went on with its work. One of them that completed is
 * enough; a failure counts while no other goes on.
 */
export function progressOf(chain: readonly SessionState[]): Progress {
  if (chain.includes('completed')) return 'completed';
  const last = chain.at(-1);
  return last === 'failed' || last === 'killed' ? 'failed' : 'pending';
}

/** Whether a session may start, as far as its dependencies go. One without a row counts as pending. */
export function decideDependencies(
  wanted: Dependencies,
  progress: ReadonlyMap<string, Progress>,
): DependencyVerdict {
  const is = (id: string): Progress => progress.get(id) ?? 'pending';
  const failed = wanted.all.filter((id) => is(id) === 'failed');
  const isAnyLost = wanted.any.length > 0 && wanted.any.every((id) => is(id) === 'failed');
  const unmet = [...failed, ...(isAnyLost ? wanted.any : [])];
  if (unmet.length > 0) return { is: 'unmet', failed: [...new Set(unmet)] };
  const hasAny = wanted.any.length === 0 || wanted.any.some((id) => is(id) === 'completed');
  const awaited = [
    ...wanted.all.filter((id) => is(id) !== 'completed'),
    ...(hasAny ? [] : wanted.any.filter((id) => is(id) === 'pending')),
    ...wanted.end.filter((id) => is(id) === 'pending'),
  ];
  return awaited.length === 0 ? { is: 'ready' } : { is: 'wait', for: [...new Set(awaited)] };
}

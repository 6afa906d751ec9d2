import { findCircular, findNeedsCycle } from './cycle.ts';
import type { WorkSpec } from './work-item.ts';

/** Work to be added from a file, with its first line. */
export type Candidate = Readonly<{
  line: number;
  id: string;
  spec: WorkSpec;
  contentHash: string;
  isDone: boolean;
}>;
export type BadLine = Readonly<{ line: number; problem: string }>;

export type ImportAdmission = Readonly<{
  fresh: readonly Candidate[];
  /** Ids that are there already, with the same content. */
  already: readonly string[];
  bad: readonly BadLine[];
}>;

/** By id, the content hash of work that is in the queue. */
export type KnownWork = ReadonlyMap<string, string>;

/** Which of the candidates can be added together to what is there. */
export function decideAdmission(candidates: readonly Candidate[], known: KnownWork): ImportAdmission {
  const { fresh: sorted, already, bad } = sortOut(candidates, known);
  const met = withoutUnmet(sorted, known);
  const circular = findCircular(met.fresh.map(needsOf));
  const circle = findNeedsCycle(met.fresh.map(needsOf))?.join(', ') ?? '';
  const stuck = met.fresh.filter(({ id }) => circular.has(id));
  const problem = `it needs itself, or what does, in the end: ${circle}`;
  return {
    fresh: met.fresh.filter(({ id }) => !circular.has(id)),
    already,
    bad: [...bad, ...met.bad, ...stuck.map(({ line }) => ({ line, problem }))].sort(byLine),
  };
}

const needsOf = ({ id, spec }: Candidate) => ({ id, needs: spec.needs });
const byLine = (a: BadLine, b: BadLine): number => a.line - b.line;

function sortOut(candidates: readonly Candidate[], known: KnownWork): ImportAdmission {
  const first = new Map<string, Candidate>();
  const already: string[] = [];
  const bad: BadLine[] = [];
  for (const one of candidates) {
    const twin = first.get(one.id);
    const hash = twin?.contentHash ?? known.get(one.id);
    if (hash === undefined) first.set(one.id, one);
    else if (hash === one.contentHash) already.push(one.id);
    else bad.push({ line: one.line, problem: takenProblem(one.id, twin) });
  }
  return { fresh: [...first.values()], already, bad };
}

const takenProblem = (id: string, twin: Candidate | undefined): string =>
  twin
    ? `the id "${id}" has other content on line ${twin.line}`
    : `"${id}" is already in the queue, with different content`;

// Work whose need cannot be added cannot be added either.
function withoutUnmet(candidates: readonly Candidate[], known: KnownWork): Omit<ImportAdmission, 'already'> {
  let fresh = candidates;
  const bad: BadLine[] = [];
  for (let isSettled = false; !isSettled; ) {
    const ids = new Set(fresh.map(({ id }) => id));
    const unmet = (one: Candidate) => one.spec.needs.find((need) => !known.has(need) && !ids.has(need));
    const left = fresh.filter((one) => unmet(one) === undefined);
    for (const one of fresh) {
      const need = unmet(one);
      if (need !== undefined) bad.push({ line: one.line, problem: `unknown dependency "${need}"` });
    }
    isSettled = left.length === fresh.length;
    fresh = left;
  }
  return { fresh, bad };
}

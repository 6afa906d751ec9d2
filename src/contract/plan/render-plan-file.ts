import { stringify } from 'yaml';
import type { PlanFile } from './plan-file.ts';

const COLUMNS = 100;
const HEAD = [
  '# A plan: who does what, in which order, and how each of them proves it.',
  '# Check it with "swarm plan check", draw it with "swarm plan show".',
];

const REQUIRED: ReadonlySet<string> = new Set(['agents', 'tasks']);

/** A plan as text. Parts that may be left out are, where they are empty. */
export function renderPlanFile(file: PlanFile): string {
  const shown = Object.fromEntries(
    Object.entries(file).filter(([key, value]) => REQUIRED.has(key) || !isEmpty(value)),
  );
  return `${HEAD.join('\n')}\n${stringify(shown, { lineWidth: COLUMNS })}`;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

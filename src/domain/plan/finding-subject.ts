import type { PlanTask } from './plan.ts';

/** What a finding of a verifier can be about. */
export const FINDING_SUBJECTS = ['criterion', 'file', 'other'] as const;
export type FindingSubject = (typeof FINDING_SUBJECTS)[number];

type Subjects = Pick<PlanTask, 'criteria' | 'inputs' | 'outputs'>;

/** Agents add the line, or lines, of what they name. */
const LINES = /:\d+(?:-\d+)?$/;

/** A verifier names what a finding is about in its own words: these are the names that its task knows. */
export function findingSubject({ criteria, inputs, outputs }: Subjects, about: string): FindingSubject {
  if (criteria.some(({ text, command }) => text === about || command === about)) return 'criterion';
  const path = about.replace(LINES, '');
  const files = [...inputs, ...outputs].map((file) => file.path);
  const proofs = criteria.flatMap(({ file }) => file ?? []);
  return [...files, ...proofs].some((known) => isNamedBy(path, known)) ? 'file' : 'other';
}

/** The whole path, the end of it from a folder on, or what lies below a folder. */
const isNamedBy = (path: string, known: string): boolean =>
  known === path || known.endsWith(`/${path}`) || (known.endsWith('/') && path.startsWith(known));

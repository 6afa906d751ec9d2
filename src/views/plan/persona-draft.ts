import type { NewPersona, Plan } from '../../domain/plan/plan.ts';
import { shortLine } from '../one-line.ts';

const DESCRIPTION_LETTERS = 100;

/** A persona file to start from: what the plan says about who is needed, and what its roles have to do. */
export function renderPersonaDraft(plan: Plan, { name, specification }: NewPersona): string {
  const roles = new Set(plan.agents.filter(({ persona }) => persona === name).map(({ role }) => role));
  const verifies = plan.tasks.some(({ verifier }) => roles.has(verifier));
  const description = shortLine(specification.split('\n', 1)[0] ?? '', DESCRIPTION_LETTERS);
  return [
    '---',
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    ...(verifies ? ['writes: false'] : []),
    '---',
    '',
    specification.trim(),
    '',
    verifies ? VERIFIES : WORKS,
    '',
  ].join('\n');
}

const WORKS =
  'Work by the instructions of your task alone. Log a note for what you assume, commit your outputs, and\n' +
  'hand over when every success criterion is met.';
const VERIFIES =
  'Judge by the success criteria of the task alone, and change nothing. Say approved, changes with a\n' +
  'finding for each criterion that is not met, or blocked.';

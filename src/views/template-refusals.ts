import type { TemplateProblem } from '../domain/template/template.ts';
import type { Words, Writers } from './refusal-text.ts';

export type TemplateCode = 'template-not-found' | 'template-broken' | 'template-unfit' | 'template-exists';

const words = (message: string, hint: string): Words => ({ message, hint });

const UNFIT: {
  readonly [K in TemplateProblem['is']]: (problem: Extract<TemplateProblem, { is: K }>) => string;
} = {
  unknown: ({ name, near }) =>
    `has no variable "${name}"${near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`}`,
  missing: ({ names }) => `needs ${names.map((name) => `--set ${name}=…`).join(' ')}`,
  misfit: ({ name, value, expected }) => `takes ${expected} for ${name}, not "${value}"`,
  section: ({ name }) => `would have no text under "${name}"`,
};

/** About templates of tasks. */
export const TEMPLATE_WRITERS: Pick<Writers, TemplateCode> = {
  'template-not-found': ({ name, near }) =>
    words(
      `Template not found: ${name}`,
      near.length === 0 ? 'List templates: swarm templates' : `Did you mean: ${near.join(', ')}?`,
    ),
  'template-broken': ({ file, line, problem }) =>
    words(`${file}:${line}: ${problem}`, 'Check all templates: swarm templates check'),
  'template-unfit': ({ template, problem }) => {
    const write = UNFIT[problem.is] as (problem: TemplateProblem) => string;
    return words(
      `Template ${template} ${write(problem)}; nothing was started`,
      `See what it takes: swarm templates show ${template}`,
    );
  },
  'template-exists': ({ file }) => words(`${file} is there already; nothing was changed`, `Edit it: ${file}`),
};

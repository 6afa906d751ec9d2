import type { TemplateAnswer, TemplateListAnswer } from '../contract/answer/template.ts';
import type { TaskTemplate, TemplateVariable } from '../domain/template/template.ts';
import { oneLine } from './one-line.ts';
import type { Style } from './style.ts';
import { visibleText } from './visible-text.ts';

type Located = Readonly<{
  file: string;
  source: 'project' | 'shipped';
  template: TaskTemplate | null;
  problems: readonly Readonly<{ line: number; problem: string }>[];
}>;
type Sound = Located & Readonly<{ template: TaskTemplate }>;

/** What a new template of a project begins with. */
export const NEW_TEMPLATE = [
  '---',
  'description: What it is for, in one line',
  'variables:',
  '  subject:',
  '    about: What the task is about',
  'sections: [Objective, Deliverable]',
  '---',
  '# {{subject}}',
  '',
  '## Objective',
  '',
  'Say what is to be true at the end.',
  '',
  '## Deliverable',
  '',
  'Write result.json with `status` and `findings`.',
  '',
].join('\n');

const isSound = (one: Located): one is Sound => one.template !== null;

export function renderTemplates(located: readonly Located[], style: Style): string {
  const lines = located.filter(isSound).map(({ template, source }) => {
    const open = template.variables.map(({ name, fallback }) => (fallback === null ? name : `[${name}]`));
    const where = source === 'project' ? ' (of this project)' : '';
    return `${style.bold(template.name)}${where}: ${oneLine(template.description)}\n  ${open.join(' ')}\n`;
  });
  const use = 'Use one: swarm create <agent> --template <name> --set name=value\n';
  return `${lines.join('')}${renderTemplateCheck(located, style)}\n${use}`;
}

/** The problems alone; nothing where all are sound. */
export const renderTemplateCheck = (located: readonly Located[], style: Style): string =>
  located
    .flatMap(({ file, problems }) =>
      problems.map(({ line, problem }) => `${style.red('❌')} ${file}:${line}: ${oneLine(problem)}\n`),
    )
    .join('');

export function renderTemplate({ template, file }: Sound, style: Style): string {
  const { name, description, variables, sections, body } = template;
  return [
    `${style.bold(name)}: ${oneLine(description)}\n${style.dim(file)}\n\n`,
    ...variables.map((one) => `  ${variableText(one)}\n`),
    sections.length === 0 ? '' : `  needs the sections: ${sections.join(', ')}\n`,
    `\n${visibleText(body).trim()}\n`,
  ].join('');
}

function variableText({ name, kind, about, fallback, choices }: TemplateVariable): string {
  const of = kind === 'choice' ? choices.join('|') : kind;
  const rest = fallback === null ? 'required' : `default ${fallback === '' ? 'empty' : fallback}`;
  return oneLine(`${name} (${of}, ${rest})${about === '' ? '' : `: ${about}`}`);
}

/** For programs. */
export const templateJson = ({ template, file, source }: Sound): TemplateAnswer => ({
  name: template.name,
  description: template.description,
  file,
  source,
  variables: template.variables.map(({ name, kind, about, fallback, choices }) => ({
    name,
    type: kind,
    about,
    default: fallback,
    choices,
  })),
  sections: template.sections,
  body: template.body,
});

export const templateListJson = (located: readonly Located[]): TemplateListAnswer => ({
  templates: located.filter(isSound).map(templateJson),
  problems: located.flatMap(({ file, problems }) => problems.map((one) => ({ file, ...one }))),
});

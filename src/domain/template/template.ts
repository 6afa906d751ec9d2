import { nearest } from '../config/nearest.ts';

export const VARIABLE_KINDS = ['text', 'number', 'boolean', 'choice'] as const;
export type VariableKind = (typeof VARIABLE_KINDS)[number];

/** What a template leaves open. Without a default it must be given. */
export type TemplateVariable = Readonly<{
  name: string;
  kind: VariableKind;
  about: string;
  /** Null: it must be given. */
  fallback: string | null;
  /** Of a choice. */
  choices: readonly string[];
}>;

/** A task with variables that are filled when a session is created. */
export type TaskTemplate = Readonly<{
  name: string;
  description: string;
  variables: readonly TemplateVariable[];
  /** Headings that the filled task must have, each with text below it. */
  sections: readonly string[];
  body: string;
}>;

export type TemplateProblem =
  | Readonly<{ is: 'unknown'; name: string; near: readonly string[] }>
  | Readonly<{ is: 'missing'; names: readonly string[] }>
  | Readonly<{ is: 'misfit'; name: string; value: string; expected: string }>
  | Readonly<{ is: 'section'; name: string }>;

export type FilledTemplate =
  | Readonly<{ ok: true; task: string }>
  | Readonly<{ ok: false; problem: TemplateProblem }>;

const VARIABLE = /\{\{([a-z][a-z0-9_-]{0,63})\}\}/g;

/** The names of all variables of a body, each once. */
export const variablesIn = (body: string): readonly string[] => [
  ...new Set([...body.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

/** The task with its variables filled, or the first thing that is wrong with the values. */
export function fillTemplate(
  template: TaskTemplate,
  values: Readonly<Record<string, string>>,
): FilledTemplate {
  const problem = findProblem(template, values);
  if (problem !== null) return { ok: false, problem };
  const of = new Map(template.variables.map(({ name, fallback }) => [name, values[name] ?? fallback ?? '']));
  const task = template.body.replaceAll(VARIABLE, (whole, name: string) => of.get(name) ?? whole).trim();
  const empty = template.sections.find((section) => !hasSection(task, section));
  return empty === undefined
    ? { ok: true, task: `${task}\n` }
    : { ok: false, problem: { is: 'section', name: empty } };
}

function findProblem(
  { variables }: TaskTemplate,
  values: Readonly<Record<string, string>>,
): TemplateProblem | null {
  const names = variables.map(({ name }) => name);
  const stranger = Object.keys(values).find((name) => !names.includes(name));
  if (stranger !== undefined) return { is: 'unknown', name: stranger, near: nearest(stranger, names) };
  const missing = variables.filter(({ name, fallback }) => values[name] === undefined && fallback === null);
  if (missing.length > 0) return { is: 'missing', names: missing.map(({ name }) => name) };
  for (const variable of variables) {
    const value = values[variable.name];
    if (value === undefined) continue;
    const expected = expectedOf(variable, value);
    if (expected !== null) return { is: 'misfit', name: variable.name, value, expected };
  }
  return null;
}

const FITS: Readonly<Record<VariableKind, (value: string, choices: readonly string[]) => boolean>> = {
  text: (value) => value.trim() !== '',
  number: (value) => /^-?\d+(\.\d+)?$/.test(value),
  boolean: (value) => value === 'true' || value === 'false',
  choice: (value, choices) => choices.includes(value),
};

const EXPECTED: Readonly<Record<VariableKind, string>> = {
  text: 'some text',
  number: 'a number',
  boolean: 'true or false',
  choice: 'one of',
};

/** What should stand there instead; null where the value fits. */
export function expectedOf(
  { kind, choices }: Pick<TemplateVariable, 'kind' | 'choices'>,
  value: string,
): string | null {
  if (FITS[kind](value, choices)) return null;
  return kind === 'choice' ? `one of ${choices.join(', ')}` : EXPECTED[kind];
}

/** A heading of this name, of any level, and text before the next heading. */
function hasSection(task: string, section: string): boolean {
  const lines = task.split('\n');
  const at = lines.findIndex((line) => /^#{1,6} /.test(line) && titleOf(line) === section.toLowerCase());
  if (at < 0) return false;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => /^#{1,6} /.test(line));
  return rest.slice(0, end < 0 ? undefined : end).some((line) => line.trim() !== '');
}

const titleOf = (line: string): string => line.replace(/^#+/, '').trim().toLowerCase();

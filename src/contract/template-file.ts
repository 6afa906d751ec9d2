import * as z from 'zod/mini';
import {
  expectedOf,
  type TaskTemplate,
  type TemplateVariable,
  VARIABLE_KINDS,
  variablesIn,
} from '../domain/template/template.ts';
import { isSettingKey } from './config.ts';
import { type FrontMatterField, parseFrontMatter } from './front-matter.ts';

const Variable = z.strictObject({
  type: z._default(z.enum(VARIABLE_KINDS), 'text'),
  about: z._default(z.string(), ''),
  default: z.optional(z.union([z.string(), z.number(), z.boolean()])),
  choices: z._default(z.array(z.string()), []),
});
const Variables = z.record(z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,63}$/)), Variable);
const Sections = z.array(z.string().check(z.minLength(1)));

type Problem = Readonly<{ line: number; problem: string }>;
export type ReadTemplate = Readonly<{ template: TaskTemplate | null; problems: readonly Problem[] }>;

const KEYS = ['description', 'variables', 'sections'];

/** A file without a description is no task template, and null. */
export function parseTemplate(name: string, text: string): ReadTemplate | null {
  const read = parseFrontMatter(text);
  if (!read.ok) return { template: null, problems: [{ line: read.line, problem: read.problem }] };
  const { fields, body } = read.value;
  const description = fields.find(({ key }) => key === 'description');
  if (description === undefined) return null;
  const stranger = fields.find(({ key }) => !KEYS.includes(key));
  if (stranger) return broken(stranger, `unknown key "${stranger.key}"; known: ${KEYS.join(', ')}`);
  const variables = fields.find(({ key }) => key === 'variables');
  const known = Variables.safeParse(variables?.value ?? {});
  if (variables && !known.success) return broken(variables, firstIssue(known.error));
  const sections = fields.find(({ key }) => key === 'sections');
  const named = Sections.safeParse(sections?.value ?? []);
  if (sections && !named.success) return broken(sections, 'expected a list of headings');
  const template: TaskTemplate = {
    name,
    description: String(description.value),
    variables: Object.entries(known.data ?? {}).map(([key, value]) => variableOf(key, value)),
    sections: named.data ?? [],
    body,
  };
  const line = variables?.line ?? description.line;
  return { template, problems: listProblems(template).map((problem) => ({ line, problem })) };
}

const broken = ({ line }: FrontMatterField, problem: string): ReadTemplate => ({
  template: null,
  problems: [{ line, problem }],
});

function firstIssue(
  error: Readonly<{ issues: readonly { path: PropertyKey[]; message: string }[] }>,
): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.map(String).join('.')}: ${issue.message}` : 'expected variables';
}

const variableOf = (name: string, read: z.infer<typeof Variable>): TemplateVariable => ({
  name,
  kind: read.type,
  about: read.about,
  fallback: read.default === undefined ? null : String(read.default),
  choices: read.choices,
});

/** What would never work, whatever is filled in. */
function listProblems({ variables, body }: TaskTemplate): readonly string[] {
  const names = variables.map(({ name }) => name);
  const used = variablesIn(body);
  return [
    ...used.filter((name) => !names.includes(name)).map((name) => `{{${name}}} is no variable`),
    ...names.filter((name) => !used.includes(name)).map((name) => `"${name}" is not used in the task`),
    ...names.filter(isSettingKey).map((name) => `"${name}" is a setting, which --set would change instead`),
    ...variables.flatMap(defaultProblem),
  ];
}

function defaultProblem(variable: TemplateVariable): readonly string[] {
  if (variable.kind === 'choice' && variable.choices.length === 0)
    return [`"${variable.name}" is a choice without choices`];
  if (variable.fallback === null || variable.fallback === '') return [];
  const expected = expectedOf(variable, variable.fallback);
  return expected === null ? [] : [`the default of "${variable.name}" is not ${expected}`];
}

import { FillTemplate } from '../../contract/template.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { fillTemplate } from '../../domain/template/template.ts';
import { folderVerb } from '../verb.ts';
import type { TemplateDeps } from './template-deps.ts';

export type FilledTask = Readonly<{ name: string; file: string; task: string }>;

/** The task that a template makes of these values. */
async function fill({ templates }: TemplateDeps, input: FillTemplate): Promise<Outcome<FilledTask>> {
  const found = await templates.find(input.name);
  if (!found.ok) return found;
  const { name, file, template } = found.value;
  const filled = fillTemplate(template, input.values);
  if (filled.ok) return accept({ name, file, task: filled.task });
  return refuse({ code: 'template-unfit', template: name, problem: filled.problem });
}

export const fillTemplateVerb = folderVerb({
  name: 'template.fill',
  summary: 'Make a task of a template and values for its places',
  asks: 'anyone',
  reads: true,
  input: FillTemplate,
  answer: async () => (await import('../../contract/answer/template.ts')).FilledTaskAnswer,
  run: fill,
  json: (filled) => ({ ...filled }),
});

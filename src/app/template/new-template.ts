import { TemplateRef } from '../../contract/template.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { NEW_TEMPLATE } from '../../views/template-list.ts';
import type { InitDeps } from '../project/init-project.ts';
import { folderVerb } from '../verb.ts';
import type { TemplateDeps } from './template-deps.ts';

export type NewTemplate = Readonly<{ name: string; file: string; copied: boolean }>;

/** A file of the project to begin from: a copy of one that ships, else a short one. Overwrites nothing. */
async function newTemplate(
  { templates, newProject }: TemplateDeps & Pick<InitDeps, 'newProject'>,
  { name }: TemplateRef,
): Promise<Outcome<NewTemplate>> {
  const shipped = (await templates.list()).find((one) => one.name === name && one.source === 'shipped');
  const project = await newProject();
  const file = `templates/${name}.md`;
  const { is } = await project.ensureFile(file, shipped?.text ?? NEW_TEMPLATE);
  if (is === 'kept') return refuse({ code: 'template-exists', name, file });
  return accept({ name, file, copied: shipped !== undefined });
}

export const newTemplateVerb = folderVerb({
  name: 'template.new',
  summary: 'Write a template of the project to begin from',
  asks: 'person',
  reads: false,
  input: TemplateRef,
  answer: async () => (await import('../../contract/answer/template.ts')).NewTemplateAnswer,
  run: newTemplate,
  json: ({ name, file, copied }) => ({ name, file, copied }),
});

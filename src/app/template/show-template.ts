import { TemplateRef } from '../../contract/template.ts';
import { templateJson } from '../../views/template-list.ts';
import { folderVerb } from '../verb.ts';
import type { TemplateDeps } from './template-deps.ts';

export const showTemplateVerb = folderVerb({
  name: 'template.show',
  summary: 'Show a template: what it leaves open, and its text',
  asks: 'anyone',
  reads: true,
  input: TemplateRef,
  answer: async () => (await import('../../contract/answer/template.ts')).TemplateAnswer,
  run: ({ templates }: TemplateDeps, { name }) => templates.find(name),
  json: templateJson,
});

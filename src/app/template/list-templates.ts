import * as z from 'zod/mini';
import { accept } from '../../domain/outcome.ts';
import { templateListJson } from '../../views/template-list.ts';
import { folderVerb } from '../verb.ts';
import type { TemplateDeps } from './template-deps.ts';

export const listTemplatesVerb = folderVerb({
  name: 'template.list',
  summary: 'List templates of tasks, with all that is wrong with their files',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/template.ts')).TemplateListAnswer,
  run: async ({ templates }: TemplateDeps) => accept(await templates.list()),
  json: templateListJson,
});

import * as z from 'zod/mini';
import { accept } from '../../domain/outcome.ts';
import { personaListJson } from '../../views/persona-list.ts';
import { folderVerb } from '../verb.ts';
import type { PersonaDeps } from './persona-deps.ts';

export const listPersonasVerb = folderVerb({
  name: 'persona.list',
  summary: 'List the personas that you can start',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/persona.ts')).PersonaListAnswer,
  run: async ({ listPersonas }: PersonaDeps) => accept(await listPersonas()),
  json: personaListJson,
});

import * as z from 'zod/mini';
import { accept } from '../../domain/outcome.ts';
import { personaCheckJson } from '../../views/persona-list.ts';
import { folderVerb } from '../verb.ts';
import type { PersonaDeps } from './persona-deps.ts';

export const checkPersonasVerb = folderVerb({
  name: 'persona.check',
  summary: 'Check every persona file and report problems with their lines',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/workflow.ts')).CheckAnswer,
  run: async ({ listPersonas }: PersonaDeps) => accept(await listPersonas()),
  json: personaCheckJson,
});

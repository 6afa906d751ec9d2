import * as z from 'zod/mini';
import { accept } from '../../domain/outcome.ts';
import { personaListJson } from '../../views/persona-list.ts';
import { placeVerb } from '../verb.ts';
import type { PersonaDeps } from './persona-deps.ts';

export const listPersonasVerb = placeVerb({
  name: 'persona.list',
  summary: 'List the agents that can be started',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/persona.ts')).PersonaListAnswer,
  run: async ({ listPersonas }: PersonaDeps) => accept(await listPersonas()),
  json: personaListJson,
});

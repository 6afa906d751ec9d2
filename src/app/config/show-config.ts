import * as z from 'zod/mini';
import { accept } from '../../domain/outcome.ts';
import { type ConfigReport, configJson } from '../../views/config-table.ts';
import { folderVerb } from '../verb.ts';

export type ConfigDeps = Readonly<{ readConfig: () => Promise<ConfigReport> }>;

export const showConfigVerb = folderVerb({
  name: 'config.show',
  summary: 'Show every setting and where its value comes from',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/config.ts')).ConfigAnswer,
  run: async ({ readConfig }: ConfigDeps) => accept(await readConfig()),
  json: configJson,
});

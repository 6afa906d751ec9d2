import * as z from 'zod/mini';
import type { SettledConfig } from '../../contract/config-layers.ts';
import { accept } from '../../domain/outcome.ts';
import { configJson } from '../../views/config-table.ts';
import { placeVerb } from '../verb.ts';

export type ConfigReport = Readonly<{ root: string; file: string | null; settled: SettledConfig }>;
export type ConfigDeps = Readonly<{ readConfig: () => Promise<ConfigReport> }>;

export const showConfigVerb = placeVerb({
  name: 'config.show',
  summary: 'Show every setting and where its value comes from',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/config.ts')).ConfigAnswer,
  run: async ({ readConfig }: ConfigDeps) => accept(await readConfig()),
  json: configJson,
});

import * as z from 'zod/mini';
import { Count, TextOrNull } from './parts.ts';

/** Where the value of a setting comes from. */
const Origin = z.discriminatedUnion('from', [
  z.object({ from: z.literal('default') }),
  z.object({ from: z.literal('file'), file: z.string(), line: Count }),
  z.object({ from: z.literal('environment'), name: z.string() }),
  z.object({ from: z.literal('flag'), name: z.string() }),
]);

export const ConfigAnswer = z.object({
  root: z.string(),
  /** Null when the project has none. */
  file: TextOrNull,
  /** By key; the value is as one would write it in the file. */
  settings: z.record(z.string(), z.object({ value: z.unknown(), origin: Origin, about: z.string() })),
  /** Keys whose value a supervisor that runs does not go by. */
  unobeyed: z.readonly(z.array(z.string())),
  warnings: z.readonly(z.array(z.string())),
});
export type ConfigAnswer = z.infer<typeof ConfigAnswer>;

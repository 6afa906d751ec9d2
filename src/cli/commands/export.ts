import * as z from 'zod/mini';
import type { ExportedRun } from '../../app/run/export-run.ts';
import { RunRef } from '../../contract/run.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { RUN_EXPORT_FORMATS, renderExport } from '../../views/run-export.ts';
import { answered, command } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';

const Input = z.extend(RunRef, {
  format: z._default(z.enum(RUN_EXPORT_FORMATS), 'json'),
  output: z.optional(z.string().check(z.minLength(1))),
});
type Input = z.infer<typeof Input>;
type Exported = Readonly<{ exported: ExportedRun; format: Input['format']; file: string | null }>;

export const exportRun = command({
  name: 'export',
  summary: 'Give out what a run came to, or has come to so far',
  about:
    'Touches nothing but the file of --output, which is replaced whole if it is there.\n' +
    'A run that is over also has it in outputs/<run>/, beside the files that were delivered.',
  examples: ['swarm export 1763222400000', 'swarm export 1763222400000 --format markdown --output report.md'],
  words: [{ name: 'run', key: 'runId', about: 'Id of the run' }],
  flags: [
    {
      name: 'format',
      key: 'format',
      value: 'name',
      about: 'json (default) or markdown',
      offers: RUN_EXPORT_FORMATS,
    },
    { name: 'output', short: 'o', key: 'output', value: 'file', about: 'Write it there instead' },
  ],
  input: Input,
  run,
  show: ({ exported, file }) => (file === null ? '' : `✅ Run ${exported.run.id} exported: ${file}\n`),
  json: ({ exported, format, file }) => {
    if (file !== null) return { run_id: exported.run.id, format, output: file };
    return format === 'json'
      ? undefined
      : { run_id: exported.run.id, format, text: renderExport(exported, format) };
  },
});

async function run(host: Host, { runId, format, output }: Input, io: Io): Promise<Outcome<Exported>> {
  const exported = await (await host.app()).exportRun({ runId });
  if (!exported.ok) return exported;
  const text = renderExport(exported.value, format);
  const file = output === undefined ? null : await host.writeText(output, text);
  if (file === null && (!io.isJson || format === 'json')) await io.write(text);
  return answered({ exported: exported.value, format, file });
}

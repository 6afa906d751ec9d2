import * as z from 'zod/mini';
import { EXPORT_FORMATS, ExportRun } from '../../contract/run.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderExport } from '../../views/run-export.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import { type Reply, reply } from '../reply.ts';

const Input = z.extend(ExportRun, { output: z.optional(z.string().check(z.minLength(1))) });
type Input = z.infer<typeof Input>;

export const exportRun = command({
  name: 'export',
  summary: 'Export the results of a run, also while it is still going',
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
      offers: EXPORT_FORMATS,
    },
    { name: 'output', short: 'o', key: 'output', value: 'file', about: 'Write it there instead' },
  ],
  input: Input,
  run,
  show: {
    'run.export': (exported) =>
      exported.file === null
        ? renderExport(exported, exported.format)
        : `✅ Run ${exported.run.id} exported: ${exported.file}\n`,
  },
});

async function run(host: Host, { output, ...wanted }: Input): Promise<Outcome<Reply<'run.export'>>> {
  const exported = await host.ask('run.export', wanted);
  if (!exported.ok) return exported;
  if (output === undefined) return reply('run.export', exported.value);
  const file = await host.writeText(output, renderExport(exported.value, wanted.format));
  return reply('run.export', { ...exported.value, file });
}

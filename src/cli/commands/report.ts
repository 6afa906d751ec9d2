import * as z from 'zod/mini';
import { ShowReport } from '../../contract/report.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderReport, renderReportMarkdown } from '../../views/report-text.ts';
import { command } from '../command.ts';
import { durationMs } from '../flag.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { askVerb, type Reply, reply } from '../reply.ts';

const Input = z.extend(ShowReport, { md: z._default(z.boolean(), false) });

export const report = command({
  name: 'report',
  summary: 'Report what was done, what failed, what waits for you and what it cost',
  about:
    'Sessions that ended within the time, archived ones too, with their branches and the size of their ' +
    'diffs.\nGit is asked about the fifty that ended last. Questions and sessions at work are those of now.',
  examples: ['swarm report', 'swarm report --since 3d', 'swarm report --md > report.md'],
  flags: [
    {
      name: 'since',
      key: 'youngerThanMs',
      value: 'duration',
      about: 'How far back, as 3d (12h)',
      ...durationMs,
    },
    { name: 'md', key: 'md', about: 'As Markdown, to paste' },
  ],
  onlyReads: true,
  input: Input,
  run,
  show: { 'project.report': renderReport },
});

async function run(
  host: Host,
  { md, ...input }: z.infer<typeof Input>,
  io: Io,
): Promise<Outcome<Reply<'project.report'>>> {
  const outcome = await askVerb(host, 'project.report', input);
  if (!outcome.ok || outcome.value.is === 'told' || !md || io.isJson) return outcome;
  const { value } = outcome.value;
  await io.write(renderReportMarkdown(value));
  return reply('project.report', value, { written: 'text' });
}

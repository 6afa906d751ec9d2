import * as z from 'zod/mini';
import { AGENT_CLIS } from '../../contract/agent-cli.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { FixEnd, PlannedFix } from '../../domain/agent/obstacle.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { isWell, renderChecks } from '../../views/check-list.ts';
import { isFixed, renderFixEnds, renderPlannedFix } from '../../views/fix-list.ts';
import { isProbed, renderProbe } from '../../views/probe-list.ts';
import { renderRepair } from '../../views/repair-text.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { askVerb, type Reply, reply } from '../reply.ts';

const Input = z.object({
  fix: z._default(z.boolean(), false),
  yes: z._default(z.boolean(), false),
  probe: z.optional(z.string()),
  repair: z._default(z.boolean(), false),
});
type Input = z.infer<typeof Input>;

export const doctor = command({
  name: 'doctor',
  summary: 'Check this machine and this project, and suggest fixes',
  about: [
    'Exits 1 when something is bad. Changes nothing without --fix or --repair.',
    'With --fix it shows each change of a file of yours that would help an agent CLI to start, asks, keeps',
    'the file as it was beside it under a dated name, and sets that one value. Never touches a file that is',
    'not JSON, or that a running CLI would write over. Exits 1 when a change was not made.',
    'A second run finds nothing left to fix.',
    'With --repair it gives session folders without a row, as after a lost database, a row again: ended',
    'sessions, rebuilt from their state.json, attempts, worktrees and rescues. It deletes nothing.',
    'With --probe it tries what an installed CLI can do, in a temporary home and against a stand-in for its',
    'model: it costs nothing and leaves nothing behind. It may take some minutes. Exits 1 when a case fails.',
  ].join('\n'),
  examples: ['swarm doctor', 'swarm doctor --fix', 'swarm doctor --fix --yes', 'swarm doctor --repair'],
  flags: [
    { name: 'fix', key: 'fix', about: 'Offer to change what stands in the way of agent CLIs' },
    { name: 'yes', short: 'y', key: 'yes', about: 'With --fix: make every change without asking' },
    { name: 'repair', key: 'repair', about: 'Rebuild sessions whose rows were lost from their folders' },
    {
      name: 'probe',
      key: 'probe',
      value: 'cli',
      about: 'Try what this agent CLI can do',
      offers: AGENT_CLIS,
    },
  ],
  input: Input,
  run,
  show: {
    'project.doctor': renderChecks,
    'project.probe': renderProbe,
    'project.repair': renderRepair,
    'project.fix': ({ checks, fixes }, style) => `${renderChecks(checks, style)}${renderFixEnds(fixes)}`,
  },
});

async function run(
  host: Host,
  input: Input,
  io: Io,
): Promise<Outcome<Reply<'project.doctor' | 'project.fix' | 'project.probe' | 'project.repair'>>> {
  if (input.repair) return askVerb(host, 'project.repair', {});
  if (input.probe !== undefined) return probe(host, input.probe, io);
  if (input.fix) return fix(host, input, io);
  if (input.yes)
    throw new UsageError('--yes goes with --fix', { key: 'yes', hint: 'swarm doctor --fix --yes' });
  const checks = await host.ask('project.doctor', {});
  return checks.ok
    ? reply('project.doctor', checks.value, { exitCode: isWell(checks.value) ? 0 : 1 })
    : checks;
}

async function probe(host: Host, cli: string, io: Io): Promise<Outcome<Reply<'project.probe'>>> {
  await io.say(`Trying ${cli}; this may take some minutes …\n`);
  const report = await host.ask('project.probe', { cli });
  if (!report.ok) return report;
  return reply('project.probe', report.value, { exitCode: isProbed(report.value.cases) ? 0 : 1 });
}

async function fix(host: Host, { yes }: Input, io: Io): Promise<Outcome<Reply<'project.fix'>>> {
  const planned = await host.ask('project.plan-fixes', {});
  if (!planned.ok) return planned;
  const { agreed, ends } = await askAbout(planned.value, yes, io);
  const refs = agreed.map(({ fix: { file, path }, from }) => ({ file, key: [...path], from }));
  const fixed = await host.ask('project.fix', { fixes: refs });
  if (!fixed.ok) return fixed;
  const all = { ...fixed.value, fixes: [...fixed.value.fixes, ...ends] };
  return reply('project.fix', all, { exitCode: isFixed(all) ? 0 : 1 });
}

type Consent = Readonly<{ agreed: readonly PlannedFix[]; ends: readonly FixEnd[] }>;

async function askAbout(all: readonly PlannedFix[], yes: boolean, io: Io): Promise<Consent> {
  const agreed: PlannedFix[] = [];
  const ends: FixEnd[] = [];
  for (const planned of all) {
    const text = renderPlannedFix(planned, io.style);
    await io.say(text);
    const end = planned.running === null ? await ask(yes, io, io.isJson ? text : '') : 'running';
    if (end === 'agreed') agreed.push(planned);
    else ends.push({ planned, is: end });
  }
  return { agreed, ends };
}

async function ask(yes: boolean, io: Io, lead: string): Promise<'agreed' | 'declined' | 'unasked'> {
  if (yes) return 'agreed';
  if (!io.isTerminal) return 'unasked';
  return (await io.confirm(`${lead}Change it? [y/N]: `)) ? 'agreed' : 'declined';
}

import * as z from 'zod/mini';
import { UsageError } from '../../contract/usage-error.ts';
import type { FixEnd, PlannedFix } from '../../domain/agent/obstacle.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { isWell, renderChecks } from '../../views/check-list.ts';
import { isFixed, renderFixEnds, renderPlannedFix } from '../../views/fix-list.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { type Reply, reply } from '../reply.ts';

const Input = z.object({ fix: z._default(z.boolean(), false), yes: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;

export const doctor = command({
  name: 'doctor',
  summary: 'Check this machine and this project, with remedies',
  about: [
    'Exits 1 when something is bad. Changes nothing without --fix.',
    'With --fix it shows each change of a file of yours that would help an agent CLI to start, asks, keeps',
    'the file as it was beside it under a dated name, and sets that one value. Never touches a file that is',
    'not JSON, or that a running CLI would write over. Exits 1 when a change was not made.',
    'A second run finds nothing left to fix.',
  ].join('\n'),
  examples: ['swarm doctor', 'swarm doctor --fix', 'swarm doctor --fix --yes'],
  flags: [
    { name: 'fix', key: 'fix', about: 'Offer to change what stands in the way of agent CLIs' },
    { name: 'yes', short: 'y', key: 'yes', about: 'With --fix: make every change without asking' },
  ],
  input: Input,
  run,
  show: {
    'project.doctor': renderChecks,
    'project.fix': ({ checks, fixes }, style) => `${renderChecks(checks, style)}${renderFixEnds(fixes)}`,
  },
});

async function run(
  host: Host,
  input: Input,
  io: Io,
): Promise<Outcome<Reply<'project.doctor' | 'project.fix'>>> {
  if (input.fix) return fix(host, input, io);
  if (input.yes)
    throw new UsageError('--yes goes with --fix', { key: 'yes', hint: 'swarm doctor --fix --yes' });
  const checks = await host.ask('project.doctor', {});
  return checks.ok
    ? reply('project.doctor', checks.value, { exitCode: isWell(checks.value) ? 0 : 1 })
    : checks;
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

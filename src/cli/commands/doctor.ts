import * as z from 'zod/mini';
import { UsageError } from '../../contract/usage-error.ts';
import type { FixEnd, PlannedFix } from '../../domain/agent/obstacle.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { type Check, renderChecks } from '../../views/check-list.ts';
import { fixEndJson, renderFixEnds, renderPlannedFix } from '../../views/fix-list.ts';
import { answered, localCommand } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';

const Input = z.object({ fix: z._default(z.boolean(), false), yes: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;
/** `fixes` is null where nobody asked for any. */
type Diagnosis = Readonly<{ checks: readonly Check[]; fixes: readonly FixEnd[] | null }>;

export const doctor = localCommand({
  asks: 'anyone',
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
  show: ({ checks, fixes }, style) =>
    `${renderChecks(checks, style)}${fixes === null ? '' : renderFixEnds(fixes)}`,
  json: ({ checks, fixes }) => ({
    ok: isWell({ checks, fixes }),
    checks,
    ...(fixes === null ? {} : { fixes: fixes.map(fixEndJson) }),
  }),
  exitCode: (diagnosis) => (isWell(diagnosis) ? 0 : 1),
});

const isWell = ({ checks, fixes }: Diagnosis): boolean =>
  checks.every(({ is }) => is !== 'bad') && (fixes ?? []).every(({ is }) => is === 'made');

async function run(host: Host, input: Input, io: Io): Promise<Outcome<Diagnosis>> {
  if (!input.fix) {
    if (input.yes)
      throw new UsageError('--yes goes with --fix', { key: 'yes', hint: 'swarm doctor --fix --yes' });
    return answered({ checks: await host.diagnose(), fixes: null });
  }
  const fixes = await offerFixes(host, input, io);
  return answered({ checks: await host.diagnose(), fixes });
}

async function offerFixes(host: Host, { yes }: Input, io: Io): Promise<readonly FixEnd[]> {
  const agreed: PlannedFix[] = [];
  const ends: FixEnd[] = [];
  for (const planned of await host.fixes.plan()) {
    const text = renderPlannedFix(planned, io.style);
    await io.say(text);
    const end = planned.running === null ? await ask(yes, io, io.isJson ? text : '') : 'running';
    if (end === 'agreed') agreed.push(planned);
    else ends.push({ planned, is: end });
  }
  return [...(await host.fixes.make(agreed)), ...ends];
}

async function ask(yes: boolean, io: Io, lead: string): Promise<'agreed' | 'declined' | 'unasked'> {
  if (yes) return 'agreed';
  if (!io.isTerminal) return 'unasked';
  return (await io.confirm(`${lead}Change it? [y/N]: `)) ? 'agreed' : 'declined';
}

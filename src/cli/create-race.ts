import type { Progress } from '../app/deps.ts';
import type { InputOf } from '../app/verbs.ts';
import type { Outcome } from '../domain/outcome.ts';
import { renderProgress } from '../views/progress-text.ts';
import { renderOutcome } from '../views/race-view.ts';
import { goesOnText } from './goes-on-text.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';
import { raceExitCode } from './race-exit-code.ts';
import { type Reply, reply } from './reply.ts';

type Staying = Readonly<{ follow: boolean; quiet: boolean }>;

/** Starts a race; with `follow` it stays until one has won, or none can. */
export async function createRace(
  host: Host,
  input: InputOf<'race.create'>,
  { follow, quiet, io }: Staying & Readonly<{ io: Io }>,
): Promise<Outcome<Reply<'race.create'>>> {
  const created = await host.ask('race.create', input);
  if (!created.ok) return created;
  const { race, isNew, limits, warnings } = created.value;
  for (const warning of warnings) io.warn(`⚠️  ${warning}\n`);
  if (!isNew) io.warn('ℹ️  This key was used before: nothing new was started\n');
  if (quiet) await io.say(`${race.id}\n`);
  else {
    const names = race.rivals.map(({ sessionId, cli }) => `   ${sessionId} (${cli})\n`).join('');
    const shared =
      limits.length === 0 ? '' : `⏳ Limits: ${limits.join('; ')}; the budget is for all together\n`;
    await io.say(`✅ Race created: ${race.id}\n${names}${shared}${follow ? '' : renderOutcome(race)}`);
  }
  if (!follow) return reply('race.create', created.value, { written: 'text' });
  io.onInterrupt(() => io.warn(`\n${goesOnText(race.id, `swarm wait ${race.id}`)}`));
  const tell = (progress: Progress): void => io.warn(renderProgress(progress));
  const waited = await host.ask(
    'session.wait',
    { sessionIds: [race.id], until: 'over', attempt: 0 },
    { tell },
  );
  if (!waited.ok) return waited;
  const shown = await host.ask('race.show', { raceId: race.id });
  if (!shown.ok) return shown;
  if (!quiet) await io.say(renderOutcome(shown.value.race));
  const ended = { ...created.value, ...shown.value };
  return reply('race.create', ended, { written: 'text', exitCode: raceExitCode([shown.value.race]) });
}

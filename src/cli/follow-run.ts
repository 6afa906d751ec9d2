import type { Outcome } from '../domain/outcome.ts';
import type { RunReport } from '../domain/run/report.ts';
import { renderRunStory } from '../views/run-story.ts';
import { awaitRun } from './await-runs.ts';
import { answered } from './command.ts';
import { goesOnText } from './goes-on-text.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';

/** Stays with a run and tells what happens, until it is over. */
export async function followRun(
  host: Host,
  runId: string,
  { io, isQuiet }: Readonly<{ io: Io; isQuiet: boolean }>,
): Promise<Outcome<RunReport>> {
  let after = 0;
  const tell = async (): Promise<void> => {
    const events = await host.ask('event.list', { runId, after, limit: 1000 });
    if (!events.ok) return;
    const { entries } = events.value;
    after = entries.at(-1)?.seq ?? after;
    if (!isQuiet) await io.say(renderRunStory(entries, runId));
  };
  io.onInterrupt(() => io.warn(`\n${goesOnText(`Run ${runId}`, `swarm events ${runId} --follow`)}`));
  const ended = await awaitRun(host, { runId, tell });
  if (!ended.ok) return ended;
  const { report } = ended.value;
  if (!isQuiet) await io.say(`\nRun ${runId} is ${report.run.state}: swarm status ${runId}\n`);
  return answered(report);
}

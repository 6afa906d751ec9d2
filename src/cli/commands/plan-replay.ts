import type { ValueOf } from '../../app/verbs.ts';
import { RunRef } from '../../contract/run.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { shortLine } from '../../views/one-line.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import { type Reply, reply } from '../reply.ts';

const SHOWN_MOST = 20;
const VALUE_LETTERS = 120;

export const planReplay = command({
  name: 'plan replay',
  summary: 'Replay a run from the facts that were kept, and say where its rows differ',
  about:
    'Tells the program of the run all that it was told, in order; compares what follows with the rows.\n' +
    'Changes nothing. Exits 1 when they differ: another version made the run, or rows were changed.',
  examples: ['swarm plan replay 1763222400000', 'swarm plan replay 1763222400000 --json'],
  words: [{ name: 'run', key: 'runId', about: 'Id of the run', offers: 'run' }],
  input: RunRef,
  run: replay,
  show: { 'plan.replay': renderReplayed },
});

async function replay(host: Host, input: RunRef): Promise<Outcome<Reply<'plan.replay'>>> {
  const replayed = await host.ask('plan.replay', input);
  if (!replayed.ok) return replayed;
  return reply('plan.replay', replayed.value, { exitCode: replayed.value.differences.length === 0 ? 0 : 1 });
}

function renderReplayed({ run, facts, differences }: ValueOf<'plan.replay'>): string {
  const what = `Run ${run.id}, replayed from ${facts} facts`;
  if (differences.length === 0) return `✅ ${what}: equal to its rows\n`;
  const lines = differences.slice(0, SHOWN_MOST).map(({ at, kept, replayed: now }) => {
    const told = (value: string): string => (value === '' ? 'nothing' : shortLine(value, VALUE_LETTERS));
    return `  ${at}: kept ${told(kept)}, replayed ${told(now)}\n`;
  });
  const more = differences.length > SHOWN_MOST ? `  and ${differences.length - SHOWN_MOST} more\n` : '';
  return `❌ ${what}: ${differences.length} differences\n${lines.join('')}${more}`;
}

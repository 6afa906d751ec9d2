import * as z from 'zod/mini';
import { SessionRef } from '../../contract/id.ts';
import { OUTPUT_MOST } from '../../contract/session.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { failureText } from '../../views/session-status.ts';
import { isLive, type SessionView } from '../../views/session-view.ts';
import { command, refused } from '../command.ts';
import { lookBelow } from '../family.ts';
import { followOutput } from '../follow-output.ts';
import { goesOnText } from '../goes-on-text.ts';
import { type Host, seesNoRows } from '../host.ts';
import type { Io } from '../io.ts';
import { askVerb, type Reply, reply } from '../reply.ts';

const Input = z.extend(SessionRef, { follow: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;
type Output = Reply<'session.output'>;

export const logs = command({
  name: 'logs',
  summary: 'Show the output of an agent',
  about:
    'With --follow it prints new output until the session is over. ' +
    'With --json it gives the last four million characters and says how many came before.',
  examples: ['swarm logs 20251118-153042-reviewer', 'swarm logs reviewer --follow'],
  words: [
    {
      name: 'session|role',
      key: 'sessionId',
      about: 'Id of a session, or a role of the only live run',
      offers: 'session',
    },
  ],
  flags: [
    { name: 'follow', short: 'f', key: 'follow', about: 'Go on as it grows, until the session is over' },
  ],
  input: Input,
  run,
  show: { 'session.output': ({ text }) => text },
});

async function run(host: Host, { sessionId, follow }: Input, io: Io): Promise<Outcome<Output>> {
  if (seesNoRows(host)) return lookBelow(host, sessionId, 'logs');
  if (io.isJson && !follow) return askVerb(host, 'session.output', { sessionId, most: OUTPUT_MOST });
  const shown = await host.ask('session.show', { sessionId });
  if (!shown.ok && shown.refusal.code === 'names-a-run') return refused({ ...shown.refusal, verb: 'logs' });
  if (!shown.ok) return shown;
  const why = failureText(shown.value.session);
  if (why !== null && !io.isJson) io.warn(`❌ ${shown.value.session.id} failed: ${why}\n`);
  return follow ? followToEnd(host, shown.value, io) : writeAll(host, shown.value, io);
}

async function followToEnd(host: Host, report: SessionView, io: Io): Promise<Outcome<Output>> {
  const { id } = report.session;
  if (isLive(report.session)) {
    io.onInterrupt(() => io.warn(`\n${goesOnText(id, `swarm logs ${id} --follow`)}`));
  }
  const last = await followOutput(host, report, {
    write: async (text) => (io.isJson ? undefined : io.write(text)),
    warn: io.warn,
  });
  if (!last.ok) return last;
  const { session } = last.value;
  if (io.isJson) return askVerb(host, 'session.output', { sessionId: session.id, most: OUTPUT_MOST });
  return reply('session.output', { session, text: '', cut: 0 }, { written: 'text' });
}

/** Written piece by piece: an output may be larger than the memory. */
async function writeAll(host: Host, report: SessionView, io: Io): Promise<Outcome<Output>> {
  const output = await host.openOutput(report);
  try {
    for (let text = await output.read(); text !== ''; text = await output.read()) await io.write(text);
  } finally {
    output.close();
  }
  return reply('session.output', { session: report.session, text: '', cut: 0 }, { written: 'text' });
}

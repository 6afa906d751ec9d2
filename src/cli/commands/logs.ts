import * as z from 'zod/mini';
import type { SessionReport } from '../../app/app.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { statusWord } from '../../views/session-view.ts';
import { answered, localCommand } from '../command.ts';
import { followOutput } from '../follow-output.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { sessionOf } from '../session-of.ts';

const Input = z.object({ name: z.string(), follow: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;
type Read = Readonly<{ report: SessionReport; text: string }>;

export const logs = localCommand({
  asks: 'anyone',
  name: 'logs',
  summary: 'Show what an agent wrote',
  about: 'With --follow it stays, shows what is added, and ends when the session is over.',
  examples: ['swarm logs 20251118-153042-reviewer', 'swarm logs reviewer --follow'],
  words: [
    {
      name: 'session|role',
      key: 'name',
      about: 'Id of a session, or a role of the only live run',
      offers: 'session',
    },
  ],
  flags: [
    { name: 'follow', short: 'f', key: 'follow', about: 'Go on as it grows, until the session is over' },
  ],
  input: Input,
  run,
  show: () => '',
  json: ({ report: { session }, text }) => ({ session_id: session.id, status: statusWord(session), text }),
});

async function run(host: Host, { name, follow }: Input, io: Io): Promise<Outcome<Read>> {
  const app = await host.app();
  const named = await sessionOf(app, name, 'logs');
  if (!named.ok) return named;
  const report = await app.showSession({ sessionId: named.value });
  if (!report.ok) return report;
  const parts: string[] = [];
  const sink = async (text: string): Promise<void> => {
    if (io.isJson) parts.push(text);
    else await io.write(text);
  };
  if (follow) {
    const last = await followOutput(host, report.value, sink);
    return last.ok ? answered({ report: last.value, text: parts.join('') }) : last;
  }
  const output = await host.openOutput(report.value);
  try {
    for (let text = await output.read(); text !== ''; text = await output.read()) await sink(text);
  } finally {
    output.close();
  }
  return answered({ report: report.value, text: parts.join('') });
}

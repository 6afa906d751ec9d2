import * as z from 'zod/mini';
import { DetectPreflight, FormatSessions } from '../../contract/preflight.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { answered, command, refused } from '../command.ts';
import type { Flag } from '../flag.ts';
import type { Host } from '../host.ts';
import { SCOPE_FLAGS } from '../preflight-flags.ts';
import { reply } from '../reply.ts';

/** Thousands of mails; more than a project keeps for half an hour. */
const JSON_LIMIT_BYTES = 8 * 1_048_576;

const NAME: Flag = {
  name: 'name',
  key: 'name',
  value: 'name',
  about: 'Who asks; its own mails are left out',
};

export const preflightDetect = command({
  name: 'preflight detect',
  summary: 'Detect active sessions and conflicts from the mails of an inbox',
  about: [
    'Stateless: JSON in, JSON out, no project. Mails are as fetch_inbox of Agent Mail gives them: subjects',
    '[SESSION START], [HEARTBEAT], [TRACK COMPLETE], [SESSION END]; lines "Track: …", "Beads: …", "Files: …"',
    'in their bodies. The last 30 minutes count; a sender that was silent for 10 of them is stale.',
    'With --track, --files or --items, conflicts are those of the caller; else those among the sessions.',
  ].join('\n'),
  examples: [
    'swarm preflight detect --inbox-json - < inbox.json',
    'swarm preflight detect --inbox-json - --track cc-v2 --files "src/api/**" < inbox.json',
  ],
  flags: [
    { name: 'inbox-json', key: 'inbox', value: 'json|-', about: 'The inbox as JSON, or - for stdin' },
    NAME,
    ...SCOPE_FLAGS,
  ],
  input: DetectPreflight,
  async run(host, { inbox: given, ...plans }, io) {
    const inbox = await readJson(host, '--inbox-json', given);
    if (!inbox.ok) return inbox;
    const outcome = await host.ask('preflight.detect', { ...plans, inbox: inbox.value });
    if (!outcome.ok) return outcome;
    const { json } = await host.verb('preflight.detect');
    // Its readers are programs, with or without --json.
    await io.say(`${JSON.stringify(json(outcome.value), null, 2)}\n`);
    return reply('preflight.detect', outcome.value, { written: 'text' });
  },
  show: { 'preflight.detect': () => '' },
});

export const preflightFormat = command({
  name: 'preflight format-sessions',
  summary: 'Draw the box of active sessions from JSON',
  about: 'Stateless: reads what "swarm preflight detect" prints, or a list of such sessions.',
  examples: [
    'swarm preflight detect --inbox-json - < inbox.json | swarm preflight format-sessions --sessions-json -',
  ],
  flags: [
    { name: 'sessions-json', key: 'sessions', value: 'json|-', about: 'Sessions as JSON, or - for stdin' },
    { name: 'plain', key: 'plain', about: 'Only characters that every terminal has (also: NO_COLOR)' },
  ],
  input: z.object({ sessions: z.string(), plain: z._default(z.boolean(), false) }),
  async run(host, { sessions: given, plain }, io) {
    const sessions = await readJson(host, '--sessions-json', given);
    if (!sessions.ok) return sessions;
    const asked = { sessions: sessions.value, columns: io.columns, plain: plain || io.isPlain };
    const outcome = await host.ask('preflight.format', FormatSessions.parse(asked));
    return outcome.ok ? reply('preflight.format', outcome.value) : outcome;
  },
  show: { 'preflight.format': (text) => text },
});

async function readJson(host: Host, flag: string, given: string): Promise<Outcome<string>> {
  if (given !== '-') return answered(given);
  const read = await host.readText('-', JSON_LIMIT_BYTES);
  return read.ok ? read : refused({ code: 'json-input-bad', flag, problem: problemOf(read.refusal) });
}

function problemOf(
  refusal: Extract<Awaited<ReturnType<Host['readText']>>, { ok: false }>['refusal'],
): string {
  switch (refusal.code) {
    case 'prompt-too-large':
      return `more than ${JSON_LIMIT_BYTES / 1_048_576} MB on stdin`;
    case 'prompt-empty':
      return 'nothing on stdin';
    case 'prompt-binary':
      return `not text (byte ${refusal.offset})`;
    default:
      return 'stdin cannot be read';
  }
}

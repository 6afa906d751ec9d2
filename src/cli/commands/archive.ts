import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { ArchiveSessions } from '../../contract/session.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { command } from '../command.ts';
import { isConfirmed } from '../confirm.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { type Reply, reply } from '../reply.ts';
import { SELECTION_FLAGS, SESSIONS_WORD } from '../selection-flags.ts';

const Input = z.extend(ArchiveSessions, { yes: z._default(z.boolean(), false) });
type ArchiveOutcome = Outcome<Reply<'session.archive'>>;

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;

const savedText = ({ sessions, files, bytes, packedBytes }: ValueOf<'session.archive'>['packed']): string =>
  `📦 Saved ${megabytes(Math.max(0, bytes - packedBytes))}: ${files} files of ${megabytes(bytes)} became ` +
  `${sessions} of ${megabytes(packedBytes)}\n`;

export const archive = command({
  name: 'archive',
  summary: 'Pack finished sessions into the archive',
  about: [
    'Touches: the folders of finished sessions in .swarm/sessions/. Each becomes a file of .swarm/archive/,',
    'which "swarm logs", "result" and "status" read as before. The environment of agents is not in it.',
    'Never touches: sessions that are not over, their rows, the journal, workspaces, branches, your files.',
    'Without ids, or with filters, it asks once if it finds any; --yes, or "y" from a pipe, is an answer.',
    'A second run: finds them archived already and changes nothing. "swarm restore" undoes it.',
  ].join('\n'),
  examples: [
    'swarm archive 20251118-153042-reviewer',
    'swarm archive --older-than 7d',
    'swarm archive --status completed --tag nightly --dry-run',
    'swarm archive --yes',
  ],
  words: [SESSIONS_WORD],
  flags: [
    ...SELECTION_FLAGS,
    { name: 'dry-run', short: 'n', key: 'dryRun', about: 'Only say which would be archived' },
    { name: 'yes', short: 'y', key: 'yes', about: 'Do not ask' },
  ],
  input: Input,
  run: async (host, { yes, ...input }, io) =>
    (input.sessionIds.length > 0 && !isFiltered(input)) || input.dryRun || yes
      ? archiveThem(host, input)
      : askAndArchive(host, input, io),
  show: {
    'session.archive': ({ isDryRun, archived, refused, packed, unpacked }) =>
      [
        ...archived.map((id) => `${isDryRun ? 'Would archive' : '✅ Archived'}: ${id}\n`),
        ...unpacked.map(({ id, why }) => `⚠️  Archived as it is: ${id} (${why})\n`),
        ...(packed.sessions > 0 ? [savedText(packed)] : []),
        ...refused.map(({ id, why }) => `❌ Not archived: ${id} (${why})\n`),
        ...(archived.length + refused.length === 0 ? ['Nothing to archive\n'] : []),
      ].join(''),
  },
});

const isFiltered = ({ status, tag, persona, olderThanMs }: ArchiveSessions): boolean =>
  [status, tag, persona, olderThanMs].some((filter) => filter !== undefined);

async function archiveThem(host: Host, input: ArchiveSessions): Promise<ArchiveOutcome> {
  const moved = await host.ask('session.archive', input);
  if (!moved.ok) return moved;
  return reply('session.archive', moved.value, { exitCode: moved.value.refused.length === 0 ? 0 : 1 });
}

async function askAndArchive(host: Host, input: ArchiveSessions, io: Io): Promise<ArchiveOutcome> {
  const planned = await host.ask('session.archive', { ...input, dryRun: true });
  if (!planned.ok) return planned;
  const { archived: ids } = planned.value;
  if (ids.length === 0) return reply('session.archive', planned.value);
  io.warn(ids.map((id) => `Would archive: ${id}\n`).join(''));
  const question = `Archive ${ids.length === 1 ? 'this session' : `these ${ids.length} sessions`}?`;
  const isMeant = await isConfirmed(io, { question, sure: 'swarm archive … --yes' });
  // What ended while the person read is not among what they agreed to.
  return isMeant
    ? archiveThem(host, { sessionIds: [...ids], dryRun: false })
    : reply('session.archive', planned.value, { exitCode: 1, written: 'text' });
}

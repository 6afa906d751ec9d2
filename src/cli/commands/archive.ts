import type { ValueOf } from '../../app/verbs.ts';
import { ArchiveSessions } from '../../contract/session.ts';
import { command } from '../command.ts';
import { asList, durationMs } from '../flag.ts';
import { reply } from '../reply.ts';

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
    'A second run: finds them archived already and changes nothing. "swarm restore" undoes it.',
  ].join('\n'),
  examples: ['swarm archive 20251118-153042-reviewer', 'swarm archive --older-than 7d'],
  words: [
    {
      name: 'session',
      key: 'sessionIds',
      isOptional: true,
      about: 'Ids of sessions',
      gather: asList,
      offers: 'session',
    },
  ],
  flags: [
    {
      name: 'older-than',
      key: 'olderThanMs',
      value: 'duration',
      about: 'Without ids: all that ended longer ago than this',
      ...durationMs,
    },
  ],
  input: ArchiveSessions,
  run: async (host, input) => {
    const moved = await host.ask('session.archive', input);
    if (!moved.ok) return moved;
    return reply('session.archive', moved.value, { exitCode: moved.value.refused.length === 0 ? 0 : 1 });
  },
  show: {
    'session.archive': ({ archived, refused, packed, unpacked }) =>
      [
        ...archived.map((id) => `✅ Archived: ${id}\n`),
        ...unpacked.map(({ id, why }) => `⚠️  Archived as it is: ${id} (${why})\n`),
        ...(packed.sessions > 0 ? [savedText(packed)] : []),
        ...refused.map(({ id, why }) => `❌ Not archived: ${id} (${why})\n`),
        ...(archived.length + refused.length === 0 ? ['Nothing to archive\n'] : []),
      ].join(''),
  },
});

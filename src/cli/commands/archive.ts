import { ArchiveSessions } from '../../contract/session.ts';
import { command } from '../command.ts';
import { asList, durationMs } from '../flag.ts';
import { reply } from '../reply.ts';

export const archive = command({
  name: 'archive',
  summary: 'Move finished sessions into the archive',
  about: [
    'Touches: the folders of finished sessions, which move from .swarm/sessions/ to .swarm/archive/.',
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
    'session.archive': ({ archived, refused }) =>
      [
        ...archived.map((id) => `✅ Archived: ${id}\n`),
        ...refused.map(({ id, why }) => `❌ Not archived: ${id} (${why})\n`),
        ...(archived.length + refused.length === 0 ? ['Nothing to archive\n'] : []),
      ].join(''),
  },
});

import { DiffSession } from '../../contract/diff.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderDiff, renderPipedDiff } from '../../views/diff-text.ts';
import { command } from '../command.ts';
import { asList } from '../flag.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { askVerb, type Reply, reply } from '../reply.ts';

export const diff = command({
  name: 'diff',
  summary: 'Show what a session changed since its workspace began',
  about:
    'Commits and what is not committed, new files too: in its workspace, else on its branch, else in its ' +
    'rescue.\nChanges nothing. A long diff is cut and says so; --stat lists every file.',
  examples: [
    'swarm diff 20251118-153042-builder',
    'swarm diff 20251118-153042-builder --stat',
    'swarm diff 20251118-153042-builder src/api --json',
  ],
  words: [
    {
      name: 'session|role',
      key: 'sessionId',
      about: 'Id of a session, or a role of the only live run',
      offers: 'session',
    },
    {
      name: 'path',
      key: 'paths',
      gather: asList,
      isOptional: true,
      about: 'Only these files and folders, from the root of the repository on',
    },
  ],
  flags: [
    { name: 'stat', key: 'stat', about: 'Only which files changed, and by how many lines' },
    { name: 'whole', key: 'whole', about: 'Each file with all of its lines, not only those around a change' },
  ],
  onlyReads: true,
  input: DiffSession,
  run,
  show: { 'session.diff': renderDiff },
});

async function run(host: Host, input: DiffSession, io: Io): Promise<Outcome<Reply<'session.diff'>>> {
  const outcome = await askVerb(host, 'session.diff', input);
  if (!outcome.ok || outcome.value.is === 'told' || io.isScreen || io.isJson) return outcome;
  const { value } = outcome.value;
  await io.write(renderPipedDiff(value, io.style));
  return reply('session.diff', value, { written: 'text' });
}

import * as z from 'zod/mini';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderTrust, renderTrustQuestion } from '../../views/trust-text.ts';
import { command, refused } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { askVerb, type Reply, reply } from '../reply.ts';

const Input = z.object({
  show: z._default(z.boolean(), false),
  revoke: z._default(z.boolean(), false),
  yes: z._default(z.boolean(), false),
});
type Input = z.infer<typeof Input>;
type TrustReply = Reply<'project.trust' | 'project.show-trust' | 'project.revoke-trust'>;

export const trust = command({
  name: 'trust',
  summary: 'Trust this project, so that what its files name may run',
  about: [
    'Shows what the project would run by its own files: commands, gates, checks and installs, personas with',
    'their environment, the address of its store, and what agent CLIs obey in the repository (hooks and MCP',
    'servers). At a terminal it asks. It also accepts what the git configuration of the repository runs now.',
    'Projects that you set up with "swarm init" are trusted.',
    'Touches: files in your own state folder (~/.local/state/swarm/), never the repository.',
    'What runs already goes on after --revoke; end it first: swarm supervisor stop.',
  ].join('\n'),
  examples: ['swarm trust --show', 'swarm trust', 'swarm trust --revoke'],
  flags: [
    { name: 'show', key: 'show', about: 'Only show what it would run, and whether it is trusted' },
    { name: 'revoke', key: 'revoke', about: 'Take your trust back' },
    { name: 'yes', short: 'y', key: 'yes', about: 'Trust it without asking' },
  ],
  input: Input,
  run,
  show: {
    'project.show-trust': renderTrust,
    'project.trust': ({ root }) => `✅ Trusted: ${root}\n`,
    'project.revoke-trust': ({ root, origin }) =>
      origin === null
        ? `✅ Not trusted any more: ${root}\n`
        : `⚠️  Your word is taken back, and ${root} is trusted all the same: ${origin}\n`,
  },
});

async function run(host: Host, { show, revoke, yes }: Input, io: Io): Promise<Outcome<TrustReply>> {
  if (show && revoke) throw new UsageError('--show and --revoke exclude each other', { key: 'show' });
  if (revoke) return askVerb(host, 'project.revoke-trust', {});
  const shown = await host.ask('project.show-trust', {});
  if (!shown.ok) return shown;
  if (show) return reply('project.show-trust', shown.value);
  const { root, runnables } = shown.value;
  const isAsked = !yes && io.isTerminal && runnables.length > 0;
  if (isAsked && !(await io.confirm(renderTrustQuestion(shown.value)))) {
    return refused({ code: 'project-not-trusted', root, runnables });
  }
  return askVerb(host, 'project.trust', {});
}

import * as z from 'zod/mini';
import { SessionRef } from '../../contract/id.ts';
import type { Outcome } from '../../domain/outcome.ts';
import {
  proposeWords,
  pushedText,
  pushWords,
  remoteMissingText,
  renderPullRequest,
} from '../../views/pull-request.ts';
import { command } from '../command.ts';
import { isConfirmed } from '../confirm.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { type Reply, reply } from '../reply.ts';

// A word that begins with a dash would be an option of git or gh.
const Name = z.string().check(z.regex(/^[^-\s]\S{0,249}$/, 'a name without spaces'));

const Input = z.extend(SessionRef, {
  run: z._default(z.boolean(), false),
  yes: z._default(z.boolean(), false),
  draft: z._default(z.boolean(), false),
  remote: z._default(Name, 'origin'),
  base: z.optional(Name),
});
type Input = z.infer<typeof Input>;

export const pr = command({
  name: 'pr',
  summary: 'Print or run the commands that make a pull request of a session',
  about: [
    'Title and body come from the session: its title, its result and its commits. Prints two commands, git',
    'push and gh pr create. With --run it asks once and runs them in your project.',
  ].join('\n'),
  examples: [
    'swarm pr 20251118-153042-developer',
    'swarm pr 20251118-153042-developer --run --draft --base main',
  ],
  words: [
    {
      name: 'session|role',
      key: 'sessionId',
      about: 'Id of a session, or a role of the only live run',
      offers: 'session',
    },
  ],
  flags: [
    { name: 'run', key: 'run', about: 'Push the branch and open the pull request now' },
    { name: 'yes', short: 'y', key: 'yes', about: 'With --run: do not ask first' },
    { name: 'draft', key: 'draft', about: 'As a draft' },
    { name: 'base', key: 'base', value: 'branch', about: 'Into this branch; left out: as gh decides' },
    { name: 'remote', key: 'remote', value: 'remote', about: 'Push there; left out: origin' },
  ],
  input: Input,
  run,
  show: { 'session.pull-request': () => '' },
});

async function run(host: Host, input: Input, io: Io): Promise<Outcome<Reply<'session.pull-request'>>> {
  const described = await host.ask('session.pull-request', { sessionId: input.sessionId });
  if (!described.ok) return described;
  const request = described.value;
  if (request.uncommitted.length > 0) {
    io.warn(`⚠️  Not committed, and so no part of it: ${request.uncommitted.join(', ')}\n`);
  }
  const line = { remote: input.remote, base: input.base ?? null, isDraft: input.draft };
  await io.say(renderPullRequest(request, line));
  const missing = remoteMissingText(request, line);
  if (missing !== null) io.warn(`⚠️  ${missing}\n`);
  const done = reply('session.pull-request', request, { written: 'text' });
  if (!input.run) return done;
  const sure = `swarm pr ${request.sessionId} --run --yes`;
  if (!input.yes && !(await isConfirmed(io, { question: 'Run them?', sure }))) return done;
  const pushed = await host.runProgram(pushWords(request, line), '');
  if (!pushed.ok) return pushed;
  const proposed = await host.runProgram(proposeWords(request, line), request.body);
  if (!proposed.ok) io.warn(`ℹ️  ${pushedText(request, line)}\n`);
  return proposed.ok ? done : proposed;
}

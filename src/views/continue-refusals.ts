import type { Refusal } from '../domain/refusal.ts';
import { DEPENDENCY_WRITERS, type DependencyCode } from './dependency-refusals.ts';
import { oneLine } from './one-line.ts';
import type { Words } from './refusal-text.ts';
import { TEMPLATE_WRITERS, type TemplateCode } from './template-refusals.ts';

type ContinueCode =
  | TemplateCode
  | DependencyCode
  | 'name-ambiguous'
  | 'no-such-position'
  | 'no-session-matches'
  | 'nothing-selected'
  | 'all-went-on'
  | 'task-cancelled'
  | 'cannot-continue'
  | 'no-branch-to-merge'
  | 'session-not-completed';

type Writers = { readonly [C in ContinueCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

const LIST = 'List sessions: swarm list';
const words = (message: string, hint: string): Words => ({ message, hint });

/** The texts of refusals to name a session, to go on with one, and to take what it did. */
export const CONTINUE_WRITERS: Writers = {
  ...DEPENDENCY_WRITERS,
  ...TEMPLATE_WRITERS,
  'name-ambiguous': ({ name, candidates }) =>
    words(
      `"${oneLine(name)}" names more than one session`,
      `Say which: ${candidates.map(({ id, title }) => `${id} (${oneLine(title)})`).join(', ')}`,
    ),
  'no-such-position': ({ position, count }) =>
    words(
      `There is no session at @${position}: ${count === 0 ? 'there are none' : `the last is @${count}`}`,
      LIST,
    ),
  'no-session-matches': ({ tag, status, persona }) => {
    const given = { '--tag': tag, '--status': status, '--agent': persona };
    const flags = Object.entries(given).filter(([, value]) => value !== null);
    const wanted = flags.map(([flag, value]) => `${flag} ${value}`).join(' ');
    return words(`No session matches${wanted === '' ? ' that age' : ` ${wanted}`}`, LIST);
  },
  'nothing-selected': ({ verb }) =>
    words(`Name the sessions to ${verb}`, `By ids, or by --status, --tag, --agent, --older-than. ${LIST}`),
  'all-went-on': ({ sessions }) =>
    words(
      'What matches went on already, in a successor that does not match',
      `What became of it: swarm status ${sessions[0] ?? '<session>'}`,
    ),
  'task-cancelled': () =>
    words('Cancelled: the task is empty, and nothing was started', 'Or: swarm create <agent> -m "…"'),
  'cannot-continue': (refusal) =>
    refusal.why === 'live-run'
      ? words(
          `Session ${refusal.sessionId} is part of run ${refusal.runId}, which is not over`,
          `The run tells it what to do: swarm status ${refusal.runId}; or: swarm fork ${refusal.sessionId}`,
        )
      : words(
          `Session ${refusal.sessionId} cannot go on: its task is not known any more`,
          'Its work is kept: swarm rescue list; begin anew: swarm create <agent> <task-file>',
        ),
  'no-branch-to-merge': ({ names }) =>
    words(
      `Nothing to merge: ${names.join(', ')} has no branch with work of its own`,
      'Its changes: swarm diff <session>; what was not committed: swarm rescue list',
    ),
  'session-not-completed': ({ sessionId, status }) =>
    words(
      `Session ${sessionId} did not complete (status: ${status}); nothing was merged`,
      `Look first: swarm diff ${sessionId}; merge it all the same: swarm merge ${sessionId} --anyway`,
    ),
};

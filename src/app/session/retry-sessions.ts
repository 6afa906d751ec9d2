import { RetrySessions } from '../../contract/session.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { branchName } from '../../domain/session/names.ts';
import { retryText } from '../../domain/session/retry-text.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { successorOf } from '../../domain/session/successor.ts';
import { type Draft, noteOf } from '../draft.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { addHeir, type Heir } from './add-heir.ts';
import { type ContinueDeps, continueSession } from './continue-session.ts';
import { listChain } from './dependency-chains.ts';
import { isNarrowed, selectSessions } from './select-sessions.ts';

export type RetryDeps = ContinueDeps &
  Readonly<{
    findAgent: (cli: string) => Promise<Outcome<Agent>>;
    hasProgram: (name: string) => Promise<boolean>;
    workspacePath: (sessionId: string) => string;
  }>;

export type RetriedSessions = Readonly<{
  /** Nothing was done: `retried` says what would be, with an empty id. */
  isDryRun: boolean;
  retried: readonly Readonly<{ id: string; of: string }>[];
  refused: readonly Readonly<{ id: string; refusal: Refusal }>[];
}>;

/** Begins the successors of sessions that have ended, each for itself; of one alone the refusal is told. */
export async function retrySessions(
  deps: RetryDeps,
  { fresh, cli, words, dryRun: isDryRun, ...selection }: RetrySessions,
): Promise<Outcome<RetriedSessions>> {
  const agent = cli === undefined ? null : await findProgram(deps, cli);
  if (agent?.ok === false) return agent;
  const chosen = await selectSessions(deps, selection, 'retry');
  if (!chosen.ok) return chosen;
  const due = await listDue(deps, chosen.value, isNarrowed(selection));
  if (due.length === 0) return refuse({ code: 'all-went-on', sessions: chosen.value.map(({ id }) => id) });
  const retried: { id: string; of: string }[] = [];
  const refused: { id: string; refusal: Refusal }[] = [];
  for (const { id } of due) {
    const made = await retryOne(deps, id, { fresh, cli, words, isDryRun });
    if (made.ok) retried.push(made.value);
    else refused.push({ id, refusal: made.refusal });
  }
  const [first] = refused;
  return first && due.length === 1 ? refuse(first.refusal) : accept({ isDryRun, retried, refused });
}

/** A filter leaves out what went on already: its successor stands for it. So do names, if both are named. */
async function listDue(
  { store }: RetryDeps,
  chosen: readonly Session[],
  isFiltered: boolean,
): Promise<readonly Session[]> {
  const ids = new Set(chosen.map(({ id }) => id));
  const successors = await store.listSuccessors([...ids]);
  return chosen.filter(({ id }) => {
    const next = successors.get(id);
    return next === undefined || !(isFiltered || ids.has(next));
  });
}

async function findProgram(deps: RetryDeps, cli: string): Promise<Outcome<Agent>> {
  const agent = await deps.findAgent(cli);
  if (!agent.ok) return agent;
  const { program, protocol, name } = agent.value;
  // What needs a command of its persona cannot stand in for another.
  if (protocol || name === 'command') return refuse({ code: 'cli-needs-command', cli, persona: '-' });
  if (!program || (await deps.hasProgram(program.name))) return agent;
  return refuse({ code: 'cli-not-installed', cli, install: program.install });
}

type RetryOptions = Readonly<{ fresh: boolean; cli: string | undefined; words: string; isDryRun: boolean }>;

/** A session that goes on already is not tried again; of a chain, the last one is. */
function retryOne(
  deps: RetryDeps,
  id: string,
  how: RetryOptions,
): Promise<Outcome<{ id: string; of: string }>> {
  return whileStale(id, async () => {
    const last = (await listChain(deps.store, id)).at(-1);
    if (!last) return refuse({ code: 'session-not-found', sessionId: id, near: [] });
    if (!isOver(last))
      return refuse({ code: 'session-still-live', sessionId: last.id, status: statusOf(last.state) });
    if (how.isDryRun) return accept({ id: '', of: last.id });
    const begun = await begin(deps, last, how);
    if (begun === 'stale' || !begun.ok) return begun;
    return accept({ id: begun.value.session.id, of: last.id });
  });
}

/** From the conversation where there is one; else, and with `fresh`, from the task. */
async function begin(deps: RetryDeps, from: Session, how: RetryOptions): Promise<Outcome<Heir> | 'stale'> {
  const change = how.cli === undefined || how.cli === from.cli ? {} : { cli: how.cli, model: null };
  if (how.fresh || from.attempt === 0) return beginAnew(deps, from, { words: how.words, change });
  return continueSession(deps, from, { body: retryText(from, how.words), change });
}

type Anew = Readonly<{ words: string; change: Partial<Session> }>;

/** A workspace of its own begins where that of the first began, and all that came before is waited for. */
async function beginAnew(
  deps: RetryDeps,
  from: Session,
  { words, change }: Anew,
): Promise<Outcome<Heir> | 'stale'> {
  const spec = await deps.store.findSpec(from.id);
  if (!spec) return refuse({ code: 'cannot-continue', sessionId: from.id, why: 'no-task' });
  const before = from.hasWorkspace ? await deps.store.findWorkspace(from.id) : undefined;
  const { dependencies } = from;
  return addHeir(deps, {
    born: (born) => ({
      ...successorOf(from, born),
      dependencies,
      hasWorkspace: before !== undefined,
      ...change,
    }),
    from,
    spec,
    note: `tries ${from.id} again`,
    kind: 'prompt',
    body: words === '' ? spec.prompt : `${spec.prompt}\n\n---\n\n${words}`,
    more: (draft) => (before ? [wantedWorkspace(deps, draft, before.baseCommit)] : []),
  });
}

function wantedWorkspace({ workspacePath }: RetryDeps, draft: Draft, baseCommit: string) {
  const { session } = draft;
  const path = workspacePath(session.id);
  const workspace = {
    sessionId: session.id,
    path,
    branch: branchName(session),
    baseCommit,
    state: 'wanted' as const,
    version: 1,
    changedAt: draft.at,
  };
  return { kind: 'add-workspace' as const, workspace, journal: noteOf(draft, path) };
}

export const retrySessionsVerb = verb({
  name: 'session.retry',
  summary: 'Try sessions that have ended again, each in a successor',
  asks: 'person',
  reads: false,
  input: RetrySessions,
  answer: async () => (await import('../../contract/answer/session.ts')).RetriedSessionsAnswer,
  run: retrySessions,
  json: ({ isDryRun, retried, refused }) => ({
    dry_run: isDryRun,
    retried: retried.map(({ id, of }) => ({ session_id: id === '' ? null : id, of })),
    refused: refused.map(({ id, refusal }) => ({ id, code: refusal.code })),
  }),
});

import { ListSessions } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { statesOf } from '../../domain/session/status.ts';
import type { SessionFilter } from '../../store/store.ts';
import { type SessionPageView, sessionPageJson } from '../../views/session-table.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { findDayBudget } from './budgets.ts';

/** A page of sessions, newest first, with the totals of everything that matches. */
export async function listSessions(
  deps: Pick<VerbDeps, 'store' | 'clock' | 'config'>,
  input: ListSessions,
): Promise<Outcome<SessionPageView>> {
  const { store, clock } = deps;
  const now = clock.now();
  const filter = filterOf(input, now);
  const page = { limit: input.limit, ...(input.after === undefined ? {} : { after: input.after }) };
  const { sessions, next } = await store.listSessions(filter, page);
  const successors = await store.listSuccessors(sessions.map(({ id }) => id));
  const totals = await store.countSessions(filter);
  const pause = (await store.findPause()) ?? null;
  return accept({ sessions, successors, next, totals, day: await findDayBudget(deps, now), pause, now });
}

function filterOf(input: ListSessions, now: number): SessionFilter {
  const { status, persona, tag, runId, workId, youngerThanMs, olderThanMs, archived } = input;
  return {
    archived,
    ...(status === undefined ? {} : { states: statesOf(status) }),
    ...(persona === undefined ? {} : { persona }),
    ...(tag === undefined ? {} : { tag }),
    ...(runId === undefined ? {} : { runId }),
    ...(workId === undefined ? {} : { workId }),
    ...(youngerThanMs === undefined ? {} : { since: now - youngerThanMs }),
    ...(olderThanMs === undefined ? {} : { until: now - olderThanMs }),
  };
}

export const listSessionsVerb = verb({
  name: 'session.list',
  summary: 'List sessions, newest first',
  asks: 'anyone',
  reads: true,
  input: ListSessions,
  answer: async () => (await import('../../contract/answer/session.ts')).SessionListAnswer,
  run: listSessions,
  json: sessionPageJson,
});

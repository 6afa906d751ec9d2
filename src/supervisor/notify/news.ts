import type { News } from '../../domain/notification/notify-move.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Store } from '../../store/store.ts';
import type { NoticeSubject } from '../../views/notice.ts';
import type { RoundDeps } from '../deps.ts';

/** What failed longer ago is no news, such as when a channel is set up later. */
const FRESH_MS = 24 * 60 * 60_000;
/** The oldest go first; the rest follows when these are settled. */
const MOST_NEWS = 200;

/** All that the person wants to hear of, and that is still so. */
export async function listTold(
  deps: Pick<RoundDeps, 'store' | 'clock' | 'config'>,
): Promise<NoticeSubject[]> {
  const { store, clock } = deps;
  const { on } = deps.config.notify;
  const since = clock.now() - FRESH_MS;
  const questions = on.includes('question') ? await listAsked(store) : [];
  const sessions = on.includes('session-failed') ? await listFailures(store, since) : [];
  const runs = on.includes('run-failed') ? await listFailedRuns(store, since) : [];
  return [...questions, ...sessions, ...runs];
}

async function listAsked(store: Store): Promise<NoticeSubject[]> {
  const open = (await store.listQuestions({ state: 'open' })).slice(0, MOST_NEWS);
  return Promise.all(
    open.map(
      async (question): Promise<NoticeSubject> => ({
        is: 'question',
        question,
        asker: await askerOf(store, question),
      }),
    ),
  );
}

async function askerOf(store: Store, { sessionId, runId }: Question): Promise<string> {
  const session = sessionId === null ? undefined : await store.findSession(sessionId);
  if (session) return session.role ?? session.persona;
  const run = runId === null ? undefined : await store.findRun(runId);
  return run ? `the run of ${run.workflow}` : 'a loop';
}

async function listFailures(store: Store, since: number): Promise<NoticeSubject[]> {
  const failed = await store.listFailed({ since, limit: MOST_NEWS });
  return failed.map((session): NoticeSubject => ({ is: 'session-failed', session }));
}

async function listFailedRuns(store: Store, since: number): Promise<NoticeSubject[]> {
  const failed = await store.listRuns({ states: ['failed'] }, { limit: MOST_NEWS });
  return failed
    .filter(({ endedAt }) => endedAt !== null && endedAt >= since)
    .map((run): NoticeSubject => ({ is: 'run-failed', run }));
}

export const subjectOf = (told: NoticeSubject): string => newsOf(told).subjectId;

export function newsOf(told: NoticeSubject): News {
  switch (told.is) {
    case 'question': {
      const { id, kind, sessionId, runId } = told.question;
      return { topic: kind, subjectId: id, sessionId, runId };
    }
    case 'session-failed': {
      const { id, runId } = told.session;
      return { topic: told.is, subjectId: id, sessionId: id, runId };
    }
    case 'run-failed':
      return { topic: told.is, subjectId: told.run.id, sessionId: null, runId: told.run.id };
  }
}

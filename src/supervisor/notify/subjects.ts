import type { Notifiable } from '../../domain/notification/notify-move.ts';
import { holderOf, topicOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { titleOf } from '../../domain/session/title.ts';
import type { Store } from '../../store/store.ts';
import type { NoticeSubject } from '../../views/notice.ts';
import type { RoundDeps } from '../deps.ts';

/** What failed longer ago is no news, such as when a channel is set up later. */
const FRESH_MS = 24 * 60 * 60_000;
/** The oldest go first; the rest follows when these are settled. */
const MOST_SUBJECTS = 200;

/** All that the person wants to hear of, and that is still so. */
export async function listSubjects(
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
  const open = (await store.listQuestions({ state: 'open' })).slice(0, MOST_SUBJECTS);
  return Promise.all(
    open.map(
      async (question): Promise<NoticeSubject> => ({
        is: 'question',
        question,
        ...(await askerOf(store, question)),
      }),
    ),
  );
}

type Asker = Readonly<{ asker: string; title: string | null }>;

async function askerOf(store: Store, question: Question): Promise<Asker> {
  const { sessionId, runId } = question;
  const holder = holderOf(question);
  if (holder !== null) return { asker: holder.wantedBy, title: null };
  const session = sessionId === null ? undefined : await store.findSession(sessionId);
  if (session) return { asker: session.role ?? session.persona, title: session.title };
  const run = runId === null ? undefined : await store.findRun(runId);
  return run
    ? { asker: `the run of ${run.workflow}`, title: titleOf(run.goal) }
    : { asker: 'a loop', title: null };
}

async function listFailures(store: Store, since: number): Promise<NoticeSubject[]> {
  const failed = await store.listFailed({ since, limit: MOST_SUBJECTS });
  return failed.map((session): NoticeSubject => ({ is: 'session-failed', session }));
}

async function listFailedRuns(store: Store, since: number): Promise<NoticeSubject[]> {
  const failed = await store.listRuns({ states: ['failed'] }, { limit: MOST_SUBJECTS });
  return failed
    .filter(({ endedAt }) => endedAt !== null && endedAt >= since)
    .map((run): NoticeSubject => ({ is: 'run-failed', run }));
}

export const subjectIdOf = (subject: NoticeSubject): string => notifiableOf(subject).subjectId;

export function notifiableOf(subject: NoticeSubject): Notifiable {
  switch (subject.is) {
    case 'question': {
      const { id, sessionId, runId } = subject.question;
      return { topic: topicOf(subject.question), subjectId: id, sessionId, runId };
    }
    case 'session-failed': {
      const { id, runId } = subject.session;
      return { topic: subject.is, subjectId: id, sessionId: id, runId };
    }
    case 'run-failed':
      return { topic: subject.is, subjectId: subject.run.id, sessionId: null, runId: subject.run.id };
  }
}

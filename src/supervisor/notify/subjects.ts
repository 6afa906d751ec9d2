import { accountsOf, dayAccount, dayOf } from '../../domain/budget/account.ts';
import { splitDue, stillSince } from '../../domain/notification/alert.ts';
import type { Occasion } from '../../domain/notification/notification.ts';
import type { Notifiable } from '../../domain/notification/notify-move.ts';
import { holderOf, askerOf as ownerOf, topicOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { titleOf } from '../../domain/session/title.ts';
import type { Store } from '../../store/store.ts';
import type { NoticeSubject } from '../../views/notice.ts';
import type { RoundDeps } from '../deps.ts';

/** What failed longer ago is no news, such as when a channel is set up later. */
const FRESH_MS = 24 * 60 * 60_000;
/** The oldest go first; the rest follows when these are settled. */
const MOST_SUBJECTS = 200;

/** `nextAt`: when something of it becomes so by time alone. */
export type Subjects = Readonly<{ subjects: readonly NoticeSubject[]; nextAt: number | null }>;
type Rules = Pick<RoundDeps, 'store' | 'clock' | 'config'>;

/** One list for each thing that the person may want to hear of. */
const LISTS: Readonly<Record<Occasion, (rules: Rules) => Promise<Subjects>>> = {
  question: async ({ store }) => now(await asked(store, await openQuestions(store), 'question')),
  'question-unanswered': listUnanswered,
  'session-failed': async ({ store, clock }) => now(await listFailures(store, clock.now() - FRESH_MS)),
  'session-stuck': listStuck,
  'run-failed': async ({ store, clock }) => now(await listFailedRuns(store, clock.now() - FRESH_MS)),
  'budget-near': async ({ store, clock }) => now(await listNearBudgets(store, clock.now())),
};

const now = (subjects: readonly NoticeSubject[]): Subjects => ({ subjects, nextAt: null });

/** All that the person wants to hear of, and that is still so. */
export async function listSubjects(rules: Rules): Promise<Subjects> {
  const lists = await Promise.all(rules.config.notify.on.map((occasion) => LISTS[occasion](rules)));
  const times = lists.flatMap(({ nextAt }) => (nextAt === null ? [] : [nextAt]));
  return {
    subjects: lists.flatMap(({ subjects }) => subjects),
    nextAt: times.length === 0 ? null : Math.min(...times),
  };
}

const openQuestions = async (store: Store): Promise<readonly Question[]> =>
  (await store.listQuestions({ state: 'open' })).slice(0, MOST_SUBJECTS);

const asked = (
  store: Store,
  questions: readonly Question[],
  is: 'question' | 'question-unanswered',
): Promise<NoticeSubject[]> =>
  Promise.all(
    questions.map(
      async (question): Promise<NoticeSubject> => ({ is, question, ...(await askerOf(store, question)) }),
    ),
  );

async function listUnanswered({ store, clock, config }: Rules): Promise<Subjects> {
  const { unansweredAfterMs } = config.notify;
  const open = await openQuestions(store);
  const { due, nextAt } = splitDue(open, ({ askedAt }) => askedAt + unansweredAfterMs, clock.now());
  return { subjects: await asked(store, due, 'question-unanswered'), nextAt };
}

async function listStuck({ store, clock, config }: Rules): Promise<Subjects> {
  const live = (await store.listLive()).slice(0, MOST_SUBJECTS);
  const still = await Promise.all(
    live.map(async (session): Promise<Subject<'session-stuck'>[]> => {
      const attempt = await store.findAttempt(session.id, session.attempt);
      const since = stillSince(session, attempt?.lastEventAt ?? null);
      return since === null ? [] : [{ is: 'session-stuck', session, since }];
    }),
  );
  const dueAt = ({ since }: Subject<'session-stuck'>): number => since + config.notify.stuckAfterMs;
  const { due, nextAt } = splitDue(still.flat(), dueAt, clock.now());
  return { subjects: due, nextAt };
}

type Subject<Is extends NoticeSubject['is']> = Extract<NoticeSubject, { is: Is }>;

/** Of the day, and of what is at work. */
async function listNearBudgets(store: Store, at: number): Promise<NoticeSubject[]> {
  const day = dayOf(at);
  const live = (await store.listLive()).slice(0, MOST_SUBJECTS);
  const names = new Set([dayAccount(day), ...live.flatMap((session) => accountsOf(session, day))]);
  const accounts = await store.listAccounts([...names]);
  return accounts
    .filter(({ isWarned }) => isWarned)
    .map((account): NoticeSubject => ({ is: 'budget-near', account }));
}

type Asker = Readonly<{ asker: string; title: string | null }>;

async function askerOf(store: Store, question: Question): Promise<Asker> {
  const { sessionId, runId } = question;
  const holder = holderOf(question);
  if (holder !== null) return { asker: holder.wantedBy, title: null };
  const session = sessionId === null ? undefined : await store.findSession(sessionId);
  if (session) return { asker: session.role ?? session.persona, title: session.title };
  const who = ownerOf(question);
  if (who.is === 'race') return { asker: 'a race', title: (await store.findRace(who.raceId))?.title ?? null };
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
    case 'session-stuck': {
      const { id, runId } = subject.session;
      return {
        topic: subject.is,
        subjectId: `stuck:${id}:${subject.since}`,
        sessionId: id,
        runId,
      };
    }
    case 'budget-near': {
      const { name, raised } = subject.account;
      // A budget that was raised may come near its limit again.
      const subjectId = `budget:${name}:${raised.microUsd}:${raised.tokens}`;
      return { topic: subject.is, subjectId, sessionId: null, runId: null };
    }
    case 'question-unanswered': {
      const { id, sessionId, runId } = subject.question;
      return { topic: subject.is, subjectId: `unanswered:${id}`, sessionId, runId };
    }
    case 'run-failed':
      return { topic: subject.is, subjectId: subject.run.id, sessionId: null, runId: subject.run.id };
  }
}

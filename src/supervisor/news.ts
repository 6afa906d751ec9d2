import type { News } from '../domain/notification/notify-move.ts';
import type { Told } from '../views/notice.ts';
import type { RoundDeps } from './deps.ts';

/** What failed longer ago is no news, such as when a channel is set up later. */
const FRESH_MS = 24 * 60 * 60_000;
/** The oldest go first; the rest follows when these are settled. */
const MOST_NEWS = 200;

/** All that the person wants to hear of, and that is still so. */
export async function listTold(deps: Pick<RoundDeps, 'store' | 'clock' | 'config'>): Promise<Told[]> {
  const { on } = deps.config.notify;
  const questions = on.includes('question') ? await listAsked(deps) : [];
  const failures = on.includes('session-failed') ? await listFailures(deps) : [];
  return [...questions, ...failures];
}

async function listAsked({ store }: Pick<RoundDeps, 'store'>): Promise<Told[]> {
  const open = (await store.listQuestions({ state: 'open' })).slice(0, MOST_NEWS);
  return Promise.all(
    open.map(async (question): Promise<Told> => {
      const session = question.sessionId === null ? null : await store.findSession(question.sessionId);
      return { is: 'question', question, asker: session?.role ?? session?.persona ?? 'somebody' };
    }),
  );
}

async function listFailures({ store, clock }: Pick<RoundDeps, 'store' | 'clock'>): Promise<Told[]> {
  const failed = await store.listFailed({ since: clock.now() - FRESH_MS, limit: MOST_NEWS });
  return failed.map((session): Told => ({ is: 'session-failed', session }));
}

export const subjectOf = (told: Told): string =>
  told.is === 'question' ? told.question.id : told.session.id;

export const newsOf = (told: Told): News => ({
  topic: told.is === 'question' ? told.question.kind : told.is,
  subjectId: subjectOf(told),
  sessionId: told.is === 'question' ? told.question.sessionId : told.session.id,
  runId: (told.is === 'question' ? told.question : told.session).runId,
});

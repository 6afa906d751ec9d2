import type { Config } from '../../contract/config.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { QUOTA_SPENT, type Quota, quotaSpentText } from '../../domain/session/quota.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Write } from '../../store/store.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, denied } from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';

const LIMIT: Readonly<Record<Quota, (config: Config) => number>> = {
  children: ({ limits }) => limits.childrenPerSession,
  items: ({ limits }) => limits.itemsPerSession,
  messages: ({ limits }) => limits.messagesPerSession,
  questions: ({ limits }) => limits.questionsPerSession,
  notes: ({ limits }) => limits.notesPerSession,
};

/** Counts one more in the commit that adds it, which is refused once the session has used its quota up. */
export const quotaWrite = (
  { config }: Pick<VerbDeps, 'config'>,
  { id: sessionId }: Pick<Session, 'id'>,
  quota: Quota,
): Write => ({ kind: 'use-quota', sessionId, quota, limit: LIMIT[quota](config) });

type SpentQuota = Readonly<{ quota: Quota; limit: number; isOfPersona?: boolean }>;

export const quotaSpent = ({
  quota,
  limit,
  isOfPersona = false,
}: SpentQuota): Extract<Refusal, { code: 'quota-spent' }> => ({
  code: 'quota-spent',
  quota,
  limit,
  isOfPersona,
});

type Denying = Pick<VerbDeps, 'store' | 'clock'> & Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

/** Tells the agent of every refusal, and the person of the first, by a line of the journal. */
export async function denyQuota(
  deps: Denying,
  { session, file }: Omit<AgentRequest<unknown>, 'input'>,
  spent: SpentQuota,
): Promise<AskingOutcome> {
  const { quota, limit, isOfPersona } = spent;
  const answer = denied(deps.wordRefusal(quotaSpent(spent)));
  const at = deps.clock.now();
  const { id: sessionId } = session;
  const journal = { at, by: `session:${sessionId}`, note: quotaSpentText(quota, limit, isOfPersona) };
  const told = await commitIntake(deps, {
    file,
    answer,
    writes: [
      { kind: 'add-intake', key: `quota/${sessionId}/${quota}/${limit}`, at, answer: '' },
      { kind: 'add-note', sessionId, event: QUOTA_SPENT, journal },
    ],
  });
  return told === 'moved' ? commitIntake(deps, { file, answer }) : told;
}

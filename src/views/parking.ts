import type { ParkedAnswer } from '../contract/answer/session.ts';
import type { RetryCause } from '../domain/retry/retry.ts';
import type { Session } from '../domain/session/session.ts';
import { shortLine } from './one-line.ts';
import { renderInstant, renderStamp } from './time.ts';

const WORDS: Partial<Record<RetryCause, string>> = {
  'service-outage': 'outage of the API',
  'rate-limit': 'rate limit',
  crash: 'crash',
  'attempt-timeout': 'timeout',
  'bad-exit': 'bad exit code',
  'refused-resume': 'conversation refused',
  'host-lost': 'machine or tmux lost',
  'host-lost-again': 'tmux lost again and again',
  suspended: 'suspended',
  'allowance-spent': 'budget used up',
};
const REASON_LETTERS = 160;

type Parked = Pick<Session, 'state' | 'parked' | 'resumeAt' | 'failures'>;

/** "parked until 2025-11-18 15:30:42 after 3 failed tries: outage of the API: …"; null for all others. */
export function parkingText(session: Parked): string | null {
  if (session.state !== 'parked') return null;
  const { parked, resumeAt, failures } = session;
  const until = resumeAt === null ? '' : ` until ${renderStamp(resumeAt)}`;
  const tries = failures === 0 ? '' : ` after ${failures} failed ${failures === 1 ? 'try' : 'tries'}`;
  const why = parked === null ? '' : `: ${WORDS[parked.cause] ?? parked.cause}`;
  const words = parked === null || parked.text === '' ? '' : `: ${shortLine(parked.text, REASON_LETTERS)}`;
  return `parked${until}${tries}${why}${words}`;
}

/** The same for programs. */
export function parkingJson({ state, parked, resumeAt, failures }: Parked): ParkedAnswer | null {
  if (state !== 'parked') return null;
  return {
    cause: parked?.cause ?? null,
    reason: parked?.text ?? null,
    next_try_at: resumeAt === null ? null : renderInstant(resumeAt),
    tries: failures,
  };
}

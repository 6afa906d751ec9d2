import { isOver, type Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { endAboveMemory } from './memory-end.ts';

/** One whose memory is limited is looked at so often, others at most so often, when a round comes by. */
const LOOK_MS = 1_000;

type WatchDeps = Pick<RoundDeps, 'store' | 'attempts' | 'clock' | 'by' | 'poke'> &
  Readonly<{ log: (level: 'error', text: string) => void }>;
type Followed = { attempt: number; lookedAt: number; limitMb: number | null };

export type UseWatch = Readonly<{
  /** A round has come by a session: what its process uses is looked at, and from now on if it is limited. */
  follow: (session: Session) => Promise<void>;
  stop: () => void;
}>;

/** Looks at what the processes of sessions use, and ends those above their limit of memory. */
export function createUseWatch(deps: WatchDeps): UseWatch {
  const followed = new Map<string, Followed>();
  let timer: NodeJS.Timeout | null = null;

  const look = async (session: Session, one: Followed): Promise<void> => {
    one.lookedAt = deps.clock.now();
    const { id: sessionId, attempt, runId, role } = session;
    const use = await deps.attempts.ensureUseNoted({ sessionId, attempt, runId, role });
    one.limitMb = use.limitMb;
    await endAboveMemory(deps, session, use);
  };
  const lookAtLimited = async (): Promise<void> => {
    for (const [id, one] of followed) {
      if (one.limitMb === null) continue;
      const session = await deps.store.findSession(id);
      if (!session || isOver(session)) followed.delete(id);
      else if (session.attempt === one.attempt) await look(session, one);
    }
  };
  // The next look waits for the one before, so that a slow machine is not looked at all the time.
  const arm = (): void => {
    if (timer !== null || ![...followed.values()].some(({ limitMb }) => limitMb !== null)) return;
    timer = setTimeout(() => {
      const next = (): void => {
        timer = null;
        arm();
      };
      lookAtLimited().then(next, (error: unknown) => {
        deps.log('error', `what sessions use: ${String(error)}`);
        next();
      });
    }, LOOK_MS);
  };
  return {
    follow: async (session) => {
      if (isOver(session)) return void followed.delete(session.id);
      if (session.attempt === 0) return;
      const known = followed.get(session.id);
      const fresh = { attempt: session.attempt, lookedAt: 0, limitMb: null };
      const one = known?.attempt === session.attempt ? known : fresh;
      followed.set(session.id, one);
      if (deps.clock.now() - one.lookedAt >= LOOK_MS) await look(session, one);
      arm();
    },
    stop: () => {
      followed.clear();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

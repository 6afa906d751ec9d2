import { awaitsChildren } from '../../src/domain/session/child-wait.ts';
import { isOver, type Session } from '../../src/domain/session/session.ts';
import type { Setting } from './crew.ts';
import type { Performer } from './performer.ts';
import { PERSONAS } from './project.ts';
import type { Pause } from './world.ts';

const MINUTE = 60_000;

/** An agent begins one or two sessions, and mostly waits for them; some waits are given up early. */
export function* beginOthers(actor: Performer): Generator<Pause, void, void> {
  const { dice } = actor;
  const begun: string[] = [];
  for (let left = dice.between(1, 2); left > 0; left--) {
    const persona = dice.pick(PERSONAS).name;
    const body = { verb: 'session.create', persona, prompt: `part ${dice.hex(12)}` };
    const { answer } = yield* actor.ask({ ...body, outlives_parent: dice.chance(0.2) }, 30_000);
    const id = answer === null ? undefined : JSON.parse(answer).value?.session_id;
    if (typeof id === 'string') begun.push(id);
  }
  if (begun.length === 0 || dice.chance(0.2)) return;
  const patienceMs = dice.chance(0.7) ? 60 * MINUTE : dice.between(1_000, 2 * MINUTE);
  const limit = dice.chance(0.3) ? { timeout_ms: dice.between(1_000, 10 * MINUTE) } : {};
  yield* actor.ask({ verb: 'session.wait', session_ids: begun, ...limit }, patienceMs);
}

/** It waits for sessions of its own, one of which is not over. */
export const awaitsLiveChild = (sessions: readonly Session[], session: Session): boolean =>
  awaitsChildren(session) &&
  sessions.some((one) => !isOver(one) && session.childWait?.sessionIds.includes(one.id) === true);

/** None outlives its parent that was not told to. */
export async function judgeChild({ store, judge }: Pick<Setting, 'store' | 'judge'>, session: Session) {
  const { id, parentId, outlivesParent, ancestors } = session;
  if (parentId === null) return;
  judge.demand(ancestors[0] === parentId, `${id} is below ${ancestors[0]}, not ${parentId}`);
  const parent = await store.findSession(parentId);
  const isLeft = parent !== undefined && isOver(parent) && !isOver(session) && !outlivesParent;
  judge.demand(!isLeft, `${id} outlives ${parentId}, which is over`);
}

import type { CreateSession } from '../../contract/session.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { endsByItself, type Session } from '../../domain/session/session.ts';
import { untilText } from '../../views/dependency-view.ts';
import { refusalText } from '../../views/refusal-text.ts';
import type { AskingDeps } from '../asking/intake-request.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  intakeWrites,
  said,
} from '../asking/request.ts';
import { findNamedSession } from '../run/find-target.ts';
import { type CreatedSession, createdJson } from './create-session.ts';
import { isBelow } from './family.ts';
import { denyQuota } from './use-quota.ts';

const NOT_HERE =
  '--here is not for a session with a worktree of its own: leave it out, and the new one gets one too';

/**
 * The way in for agents: a session begins another below itself. It waits for a free slot by itself, because
 * its parent holds one until it waits.
 */
export async function intakeChild(
  deps: AskingDeps,
  { session, file, input }: AgentRequest<CreateSession>,
): Promise<AskingOutcome> {
  const { parentId = session.id, workspace } = input;
  if (parentId !== session.id) {
    const text = `a session starts others in its own name: leave --parent out, or name ${session.id}`;
    return commitIntake(deps, { file, answer: denied(text) });
  }
  if (workspace === false && session.hasWorkspace)
    return commitIntake(deps, { file, answer: denied(NOT_HERE) });
  if (file.isLeft && !input.outlivesParent && endsByItself(session)) return denyLeft(deps, session, file);
  const foreign = await findForeign(deps, session, input);
  if (foreign !== null) return deny(deps, file, foreign);
  const begun = await deps.family.begin(
    { ...input, parentId, wait: true },
    {
      by: `session:${session.id}`,
      taken: (created) => intakeWrites(deps, file, answerOf(created)),
    },
  );
  if (!begun.ok && begun.refusal.code === 'quota-spent')
    return denyQuota(deps, { session, file }, begun.refusal);
  if (!begun.ok) return deny(deps, file, begun.refusal);
  if (begun.value.isNew) return answerOf(begun.value);
  // The key was used before, maybe by another session.
  const { session: known } = begun.value;
  return isBelow(known, session)
    ? commitIntake(deps, { file, answer: answerOf(begun.value) })
    : deny(deps, file, { code: 'not-own-session', sessionId: known.id, verb: 'create --key' });
}

const LEFT =
  'The agent asked for a session and its program was over before a supervisor took that in: it was not ' +
  'started, as it ends with the session that asked (create --outlives-parent: it does not)';

/** What ends with its parent is not begun for one that is at its end. */
const denyLeft = (
  deps: AskingDeps,
  { id: sessionId }: Session,
  file: AgentRequest<unknown>['file'],
): Promise<AskingOutcome> => {
  const journal = { at: deps.clock.now(), by: 'supervisor', note: LEFT };
  const writes = [{ kind: 'add-note', sessionId, event: 'request-refused', journal }] as const;
  return commitIntake(deps, { file, answer: denied(LEFT), writes });
};

const deny = (
  deps: AskingDeps,
  file: AgentRequest<unknown>['file'],
  refusal: Refusal,
): Promise<AskingOutcome> => {
  const { message, hint } = refusalText(refusal);
  return commitIntake(deps, { file, answer: denied(hint === '' ? message : `${message}\n${hint}`) });
};

const answerOf = (created: CreatedSession) =>
  said(
    created.isNew
      ? `${created.session.id} ${waitsText(created)}`
      : `${created.session.id} was started with this key before`,
    createdJson(created),
  );

function waitsText({ session }: CreatedSession): string {
  const until = untilText(session);
  return until === null ? 'begins as soon as a slot is free' : `waits ${until}, then begins by itself`;
}

/** What comes before a session below is below as well. That it waits for one above is refused as a circle. */
async function findForeign(
  deps: AskingDeps,
  session: Session,
  { after, afterAny, afterEnd, baseOn }: CreateSession,
): Promise<Refusal | null> {
  const above = new Set([session.id, ...session.ancestors]);
  for (const name of [...after, ...afterAny, ...afterEnd, ...(baseOn === undefined ? [] : [baseOn])]) {
    const found = await findNamedSession(deps, name, 'after');
    if (!found.ok) return found.refusal;
    const { id } = found.value;
    if (!isBelow(found.value, session) && !above.has(id))
      return { code: 'not-own-session', sessionId: id, verb: 'create --after' };
  }
  return null;
}

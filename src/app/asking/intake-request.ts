import { parseJson } from '../../contract/json.ts';
import { readWireInput } from '../../contract/wire-input.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Blobs } from '../../runtime/files/blobs.ts';
import type { VerbDeps } from '../deps.ts';
import type { PlanDeps } from '../plan/plan-deps.ts';
import type { QueueAskingDeps } from '../queue/agent-queue.ts';
import type { ReservationDeps } from '../reservation/add-reservation.ts';
import type { RoleOpenings } from '../run/role-openings.ts';
import type { ContractDeps } from '../session/check-contract.ts';
import type { Family } from '../session/family.ts';
import type { AnyVerb } from '../verb.ts';
import { isVerbName, VERBS } from '../verbs.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, denied, type RequestFile } from './request.ts';

export type AskingDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'attempts' | 'poke' | 'config'> &
  ContractDeps &
  PlanDeps &
  QueueAskingDeps &
  Omit<ReservationDeps, 'by'> &
  Readonly<{
    wordRefusal: (refusal: Refusal) => string;
    blobs: Blobs;
    openings: RoleOpenings;
    family: Family;
  }>;

/**
 * Takes in one request of an agent, exactly once, and gives back what its author is to be told. A request
 * that was taken in before its answer could be written is answered from the row.
 */
export async function intakeRequest(
  deps: AskingDeps,
  session: Session,
  file: RequestFile,
): Promise<AskingOutcome> {
  const before = await deps.store.findIntake(file.key);
  if (before !== undefined) return JSON.parse(before) as AskingOutcome;
  if (file.attempt !== session.attempt) {
    const text = `attempt ${file.attempt} is over; attempt ${session.attempt} serves ${session.id} now`;
    return commitIntake(deps, { file, answer: denied(text) });
  }
  const asked = await parseRequest(file.text);
  if ('problem' in asked) return commitIntake(deps, { file, answer: denied(asked.problem) });
  if (file.isForged) return refuseForged(deps, session, file);
  return intakeByVerb(deps, { session, file }, asked);
}

const FORGED =
  'the request does not carry the token of this attempt ($SWARM_ATTEMPT_TOKEN), so it is refused and kept; ' +
  'ask with the swarm command, in the environment that the agent was given';

/** The person is told: an agent may be speaking in the name of another. */
function refuseForged(deps: AskingDeps, session: Session, file: RequestFile): Promise<AskingOutcome> {
  const { attempt, name } = file;
  const note = `attempt ${attempt} asked without its token: attempts/${attempt}/taken/${name} is kept`;
  return commitIntake(deps, {
    file,
    answer: denied(FORGED),
    writes: [
      {
        kind: 'add-note',
        sessionId: session.id,
        event: 'request-refused',
        journal: { at: deps.clock.now(), by: 'supervisor', note },
      },
    ],
  });
}

type VerbRequest = Readonly<{ verb: AnyVerb; input: unknown }>;

async function parseRequest(text: string): Promise<VerbRequest | { problem: string }> {
  const json = parseJson(text);
  if (!json.ok) return { problem: `the request is not JSON: ${json.problem}` };
  const { verb: name, token: _, ...input } = Object(json.value) as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || !isVerbName(name))
    return { problem: `the request is malformed at "verb": ${JSON.stringify(name)} is no verb` };
  return { verb: (await VERBS[name]()) as AnyVerb, input };
}

function intakeByVerb(
  deps: AskingDeps,
  { session, file }: Omit<AgentRequest<unknown>, 'input'>,
  { verb, input }: VerbRequest,
): Promise<AskingOutcome> {
  if (verb.needs === 'folder' || verb.intake === undefined || verb.asks === 'person')
    return commitIntake(deps, { file, answer: denied(`${verb.name} is not for agents`) });
  const read = readWireInput(verb.input, input);
  if (read.ok) return verb.intake(deps, { session, file, input: read.value });
  const { message, hint } = read.problem;
  const problem = hint === '' ? message : `${message}. ${hint}`;
  return commitIntake(deps, { file, answer: denied(`the request is malformed at ${problem}`) });
}

import { AddWork } from '../../contract/queue.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { birthPosition } from '../../domain/queue/order.ts';
import { QUEUE_KEY } from '../../domain/queue/queue-key.ts';
import { draftWork, type WorkItem, type WorkSpec } from '../../domain/queue/work-item.ts';
import { addedWorkJson } from '../../views/work-view.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  intakeWrites,
  said,
} from '../asking/request.ts';
import { denyQuota, quotaSpent, quotaWrite } from '../session/use-quota.ts';
import { verb } from '../verb.ts';
import { denyWork, type QueueAskingDeps, queueOf } from './agent-queue.ts';
import { asSelf } from './as-self.ts';
import { NOTHING_TAKEN, type WritesOfWork } from './change-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import { contentOf, specOf } from './spec-of.ts';
import { viewOne, type WorkView } from './view-work.ts';

const ID_LETTERS = 8;

export type AddedWork = WorkView & Readonly<{ isNew: boolean }>;

/** Puts work into the queue. The same id with the same content is the same work. */
export async function addWork(
  deps: QueueDeps,
  input: AddWork,
  taken: WritesOfWork = NOTHING_TAKEN,
): Promise<Outcome<AddedWork>> {
  const { store, clock, ids, by } = deps;
  const at = clock.now();
  const spec = specOf(input, at);
  const id = input.id ?? `w-${ids.uuid().replaceAll('-', '').slice(0, ID_LETTERS)}`;
  const checked = await checkSpec(deps, id, spec);
  if (!checked.ok) return checked;
  const contentHash = ids.hash(contentOf(spec));
  const birth = { id, at, position: birthPosition(at), contentHash, source: 'swarm' };
  const work = draftWork(spec, birth);
  const journal = { at, by, note: work.title };
  const view = await viewOne(store, work, at);
  const result = await store.commit([{ kind: 'add-work', work, journal }, ...taken(view)]);
  if (!result.saved && result.why === 'over-quota') return refuse(quotaSpent(result));
  if (!result.saved) return findTwin(deps, work, at);
  await deps.poke(QUEUE_KEY);
  return accept({ ...view, isNew: true });
}

async function checkSpec({ store, hasFile }: QueueDeps, id: string, spec: WorkSpec): Promise<Outcome<null>> {
  if (spec.needs.includes(id)) return refuse({ code: 'needs-cycle', cycle: [id, id] });
  const known = await store.listWorkStates(spec.needs);
  const need = spec.needs.find((one) => !known.has(one));
  if (need !== undefined) return refuse({ code: 'unknown-need', workId: id, need });
  if (spec.template !== null && !(await hasFile(spec.template))) {
    return refuse({ code: 'template-missing', file: spec.template });
  }
  return accept(null);
}

async function findTwin({ store }: QueueDeps, work: WorkItem, at: number): Promise<Outcome<AddedWork>> {
  const twin = await store.findWork(work.id);
  if (twin?.contentHash !== work.contentHash) return refuse({ code: 'work-id-taken', workId: work.id });
  return accept({ ...(await viewOne(store, twin, at)), isNew: false });
}

/** Its id follows from the request, so that the same request, taken in twice, is the same work. */
async function intake(
  deps: QueueAskingDeps,
  { session, file, input }: AgentRequest<AddWork>,
): Promise<AskingOutcome> {
  // Both reach beyond the agent's own sandbox: the supervisor runs one and reads the other.
  if (input.gate !== null || input.template !== null) {
    return commitIntake(deps, { file, answer: denied('a gate or a template is for a person to give') });
  }
  const id = input.id ?? `w-${deps.ids.hash(file.key).slice(0, ID_LETTERS)}`;
  const answerOf = (added: AddedWork) =>
    said(added.isNew ? `added ${id}` : `${id} is in the queue already`, addedWorkJson(added));
  const added = await addWork(queueOf(deps, session.id), { ...input, id }, (view) => [
    quotaWrite(deps, session, 'items'),
    ...intakeWrites(deps, file, answerOf({ ...view, isNew: true })),
  ]);
  if (!added.ok && added.refusal.code === 'quota-spent')
    return denyQuota(deps, { session, file }, added.refusal);
  if (!added.ok) return denyWork(deps, file, added.refusal);
  const answer = answerOf(added.value);
  return added.value.isNew ? answer : commitIntake(deps, { file, answer });
}

export const addWorkVerb = verb({
  name: 'queue.add',
  summary: 'Add work to the queue',
  asks: 'anyone',
  reads: false,
  input: AddWork,
  answer: async () => (await import('../../contract/answer/queue.ts')).AddedWorkAnswer,
  run: asSelf((deps, input: AddWork) => addWork(deps, input)),
  intake,
  json: addedWorkJson,
});

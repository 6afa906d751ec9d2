import type { AddWork } from '../../contract/queue.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { birthPosition } from '../../domain/queue/order.ts';
import { QUEUE_KEY } from '../../domain/queue/queue-key.ts';
import { draftWork, type WorkItem, type WorkSpec } from '../../domain/queue/work-item.ts';
import { NOTHING_TAKEN, type Taken } from './change-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { AddedWork } from './queue-verbs.ts';
import { contentOf, specOf } from './spec-of.ts';
import { viewOne } from './view-work.ts';

const ID_LETTERS = 8;

/** Puts work into the queue. The same id with the same content is the same work. */
export async function addWork(
  deps: QueueDeps,
  input: AddWork,
  taken: Taken = NOTHING_TAKEN,
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
  const result = await store.commit([{ kind: 'add-work', work, journal }, ...taken(work)]);
  if (!result.saved) return findTwin(deps, work, at);
  await deps.poke(QUEUE_KEY);
  return accept({ ...(await viewOne(store, work, at)), isNew: true });
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

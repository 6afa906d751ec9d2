import { parseList } from '../../contract/queue-import/parse-list.ts';
import { decideAdmission } from '../../domain/queue/admission.ts';
import type { WorkState } from '../../domain/queue/work-item.ts';
import type { OutsideList, OutsideQueue, WorkNews } from '../../runtime/queue/outside-queue.ts';
import { candidatesOf, writesOf } from './import-work.ts';
import type { QueueDeps } from './queue-deps.ts';

const NEWS: Readonly<Record<WorkState, WorkNews | null>> = {
  queued: null,
  claimed: 'claimed',
  done: 'done',
  failed: 'failed',
};

/**
 * Takes in what has become ready in the queue outside. What it calls ready and is not so here, it has not
 * been told of: it is told again. Gives back what went wrong.
 */
export async function pullOutsideWork(deps: QueueDeps): Promise<readonly string[]> {
  const { outside, store } = deps;
  if (outside === null) return [];
  const { already, warnings } = await importList(deps, outside, await outside.observeReady());
  const told: (string | null)[] = [];
  for (const [id, { state }] of await store.listWorkStates(already)) {
    const news = NEWS[state];
    if (news !== null) told.push(await outside.ensureTold(id, news, ''));
  }
  return [...warnings, ...told.filter((warning) => warning !== null)];
}

/** Takes in one named work item, if it is only known outside. */
export async function pullOne(deps: QueueDeps, workId: string): Promise<readonly string[]> {
  const { outside, store } = deps;
  if (outside === null || (await store.findWork(workId))) return [];
  return (await importList(deps, outside, await outside.observeOne(workId))).warnings;
}

type ImportedList = Readonly<{ already: readonly string[]; warnings: readonly string[] }>;

// The program that keeps the queue outside knows what is ready: it need not be known here why. What was
// imported before stays as it was then.
async function importList(deps: QueueDeps, outside: OutsideQueue, seen: OutsideList): Promise<ImportedList> {
  const { list, warning } = seen;
  if (list === null) return { already: [], warnings: warning === null ? [] : [warning] };
  const { source } = outside;
  const { works, bad } = parseList(list, source);
  const candidates = candidatesOf(
    deps,
    works.map((work) => ({ ...work, fields: { ...work.fields, needs: [] } })),
  );
  const found = await deps.store.listWorkStates(candidates.map(({ id }) => id));
  const known = new Map(
    candidates.flatMap(({ id, contentHash }) => (found.has(id) ? [[id, contentHash]] : [])),
  );
  const { fresh, already } = decideAdmission(candidates, known);
  // Of two who take the same list over, the second finds it done.
  if (fresh.length > 0) await deps.store.commit(writesOf(deps, fresh, { file: source, source }));
  return { already, warnings: bad.map(({ line, problem }) => `${source}, line ${line}: ${problem}`) };
}

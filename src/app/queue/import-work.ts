import { IMPORT_FORMATS, type ImportFormat, ImportWork } from '../../contract/queue.ts';
import { detectFormat, parseList } from '../../contract/queue-import/parse-list.ts';
import type { ListedWork } from '../../contract/queue-import/parsed-list.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import {
  type BadLine,
  type Candidate,
  decideAdmission,
  type ImportAdmission,
} from '../../domain/queue/admission.ts';
import { birthPosition } from '../../domain/queue/order.ts';
import { QUEUE_KEY } from '../../domain/queue/queue-key.ts';
import { draftWork } from '../../domain/queue/work-item.ts';
import type { Write } from '../../store/store.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import type { QueueDeps } from './queue-deps.ts';
import { contentOf, specOf } from './spec-of.ts';

const ID_LETTERS = 8;

export type ImportedWork = Readonly<{
  format: ImportFormat;
  added: readonly string[];
  already: readonly string[];
  bad: readonly BadLine[];
}>;

/**
 * Takes a whole list in, in one transaction. A line that cannot be taken stops all of it, unless the others
 * were asked for. The same list again adds nothing.
 */
export async function importWork(deps: QueueDeps, input: ImportWork): Promise<Outcome<ImportedWork>> {
  const { text, file, partial } = input;
  const format = input.format ?? detectFormat(text);
  if (format === undefined) return refuse({ code: 'import-format-unknown', file, known: IMPORT_FORMATS });
  return whileStale<ImportedWork>('the queue', async () => {
    const { fresh, already, bad } = await admit(deps, text, format);
    const count = fresh.length + already.length + bad.length;
    if (bad.length > 0 && !partial) return refuse({ code: 'import-bad', file, count, bad });
    const result = await deps.store.commit(writesOf(deps, fresh, { file, source: 'swarm' }));
    if (!result.saved) return 'stale';
    if (fresh.length > 0) await deps.poke(QUEUE_KEY);
    return accept({ format, added: fresh.map(({ id }) => id), already, bad });
  });
}

/** What of a list can be added to what is there now. */
async function admit(deps: QueueDeps, text: string, format: ImportFormat): Promise<ImportAdmission> {
  const { works, bad } = parseList(text, format);
  const named = candidatesOf(deps, works);
  const { good, without } = await dropWithoutTemplate(deps, named);
  const ids = new Set(good.flatMap(({ id, spec }) => [id, ...spec.needs]));
  const found = await deps.store.listWorkStates([...ids]);
  const known = new Map([...found].map(([id, { contentHash }]) => [id, contentHash]));
  const decided = decideAdmission(good, known);
  return { ...decided, bad: [...bad, ...without, ...decided.bad].sort((a, b) => a.line - b.line) };
}

// Work without an id gets the same one whenever the same list is taken in.
export function candidatesOf({ ids, clock }: QueueDeps, works: readonly ListedWork[]): readonly Candidate[] {
  const seen = new Map<string, number>();
  const at = clock.now();
  return works.map(({ line, id, fields, isDone }) => {
    const spec = specOf(fields, at);
    const nth = (seen.get(spec.title) ?? 0) + 1;
    seen.set(spec.title, nth);
    const own = `w-${ids.hash(`${nth} ${spec.title}`).slice(0, ID_LETTERS)}`;
    return { line, id: id ?? own, spec, contentHash: ids.hash(contentOf(spec)), isDone };
  });
}

async function dropWithoutTemplate({ hasFile }: QueueDeps, candidates: readonly Candidate[]) {
  const files = new Set(candidates.map(({ spec }) => spec.template).filter((file) => file !== null));
  const missing = new Set<string>();
  for (const file of files) if (!(await hasFile(file))) missing.add(file);
  const isWithout = ({ spec }: Candidate) => spec.template !== null && missing.has(spec.template);
  const without = candidates
    .filter(isWithout)
    .map(({ line, spec }): BadLine => ({ line, problem: `template not found: ${spec.template}` }));
  return { good: candidates.filter((one) => !isWithout(one)), without };
}

type Origin = Readonly<{ file: string; source: string }>;

export function writesOf(
  { clock, by }: QueueDeps,
  fresh: readonly Candidate[],
  { file, source }: Origin,
): readonly Write[] {
  const at = clock.now();
  return fresh.map(({ id, spec, contentHash, isDone, line }, n) => ({
    kind: 'add-work',
    work: draftWork(spec, { id, at, position: birthPosition(at, n), contentHash, source, isDone }),
    journal: { at, by, note: `${file}:${line}` },
  }));
}

export const importWorkVerb = verb({
  name: 'queue.import',
  summary: 'Import a list of work into the queue',
  asks: 'person',
  reads: false,
  input: ImportWork,
  answer: async () => (await import('../../contract/answer/queue.ts')).ImportedWorkAnswer,
  run: importWork,
  json: (imported) => imported,
});

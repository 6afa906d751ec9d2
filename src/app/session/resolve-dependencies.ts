import type { CreateSession } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { type Dependencies, dependencyIds } from '../../domain/session/dependency.ts';
import { listReferences, replaceReferences } from '../../domain/session/result-reference.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';
import { findNamedSession } from '../run/find-target.ts';

type Reads = Readonly<{ store: Store }>;
type DependencyWords = Pick<CreateSession, 'after' | 'afterAny' | 'afterEnd' | 'baseOn' | 'onFailed'>;

/** What a session waits for, and its task with whole ids in its references. */
export type ResolvedDependencies = Readonly<{
  dependencies: Dependencies | null;
  prompt: string;
  warnings: readonly string[];
}>;

/** Finds what the words name. A branch to begin from is waited for too, unless another word says how. */
export async function resolveDependencies(
  deps: Reads,
  input: DependencyWords & Pick<CreateSession, 'prompt' | 'parentId' | 'key' | 'withChanges' | 'workspace'>,
): Promise<Outcome<ResolvedDependencies>> {
  const found = await findAll(deps, input);
  if (!found.ok) return found;
  const { dependencies, base } = found.value;
  if (dependencies === null)
    return accept({ dependencies, prompt: input.prompt, warnings: unawaited(input.prompt) });
  if (base !== null && !base.hasWorkspace) return refuse({ code: 'base-without-branch', sessionId: base.id });
  if (base !== null && (input.withChanges || input.workspace === false))
    return refuse({ code: 'base-taken', flag: input.withChanges ? '--with-changes' : '--here' });
  const cycle = await findCycle(deps, input, dependencyIds(dependencies));
  if (cycle !== null) return refuse({ code: 'dependency-cycle', path: cycle });
  const prompt = await resolveReferences(deps, input.prompt, dependencyIds(dependencies));
  return prompt.ok ? accept({ dependencies, prompt: prompt.value, warnings: [] }) : prompt;
}

type FoundDependencies = Readonly<{ dependencies: Dependencies | null; base: Session | null }>;

async function findAll(deps: Reads, input: DependencyWords): Promise<Outcome<FoundDependencies>> {
  const lists: (readonly string[])[] = [];
  for (const names of [input.after, input.afterAny, input.afterEnd]) {
    const ids = await findIds(deps, names);
    if (!ids.ok) return ids;
    lists.push(ids.value);
  }
  const [all = [], any = [], end = []] = lists;
  const base = input.baseOn === undefined ? null : await findNamedSession(deps, input.baseOn, 'after');
  if (base?.ok === false) return base;
  const baseOn = base?.value.id ?? null;
  const isNamed = baseOn === null || [...all, ...any, ...end].includes(baseOn);
  const wanted = { all: isNamed ? all : [...all, baseOn], any, end, onFailed: input.onFailed, baseOn };
  const isNone = dependencyIds(wanted).length === 0;
  return accept({ dependencies: isNone ? null : wanted, base: base?.value ?? null });
}

async function findIds(deps: Reads, names: readonly string[]): Promise<Outcome<readonly string[]>> {
  const ids: string[] = [];
  for (const name of names) {
    const found = await findNamedSession(deps, name, 'after');
    if (!found.ok) return found;
    ids.push(found.value.id);
  }
  return accept([...new Set(ids)]);
}

/**
 * Sessions are named by others only once they are there, so none can wait for a later one. What is left are
 * its own parents, which wait for it, and itself, by its key.
 */
async function findCycle(
  { store }: Reads,
  { parentId, key }: Pick<CreateSession, 'parentId' | 'key'>,
  ids: readonly string[],
): Promise<readonly string[] | null> {
  const twin = key === undefined ? undefined : await store.findSessionByKey(key);
  if (twin && ids.includes(twin.id)) return [twin.id, twin.id];
  const path: string[] = [];
  let above = parentId === undefined ? undefined : await store.findSession(parentId);
  while (above && !path.includes(above.id)) {
    path.push(above.id);
    if (ids.includes(above.id)) return [...path.toReversed(), 'this session', above.id];
    above = above.parentId === null ? undefined : await store.findSession(above.parentId);
  }
  return null;
}

/** A reference to what is not waited for would have no result to show. */
async function resolveReferences(
  deps: Reads,
  prompt: string,
  awaited: readonly string[],
): Promise<Outcome<string>> {
  const ids = new Map<string, string>();
  for (const name of listReferences(prompt)) {
    const found = await findNamedSession(deps, name, 'result');
    if (!found.ok) return found;
    if (!awaited.includes(found.value.id))
      return refuse({ code: 'result-not-awaited', name, sessionId: found.value.id, awaited });
    ids.set(name, found.value.id);
  }
  return accept(replaceReferences(prompt, (name) => `{{result:${ids.get(name) ?? name}}}`));
}

// A task that nothing comes before may hold such words as its subject: a diff, a page of documentation.
const unawaited = (prompt: string): readonly string[] =>
  listReferences(prompt)
    .slice(0, 1)
    .map((name) => `{{result:${name}}} stays as it is: name the session with --after, too`);

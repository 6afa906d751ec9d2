import { nextStageOf, type Stage, stageNamed, type Transition, type Workflow } from './workflow.ts';

const nextOf = (workflow: Workflow, name: string): readonly string[] =>
  (stageNamed(workflow, name)?.on ?? []).flatMap(({ move }) => {
    const target = nextStageOf(move);
    return target !== null && stageNamed(workflow, target) !== undefined ? [target] : [];
  });

/** Every stage that a run can come to, with the least number of moves that it takes. */
export function depthsOf(workflow: Workflow): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  let front = stageNamed(workflow, workflow.entry) === undefined ? [] : [workflow.entry];
  for (let depth = 0; front.length > 0; depth++) {
    for (const name of front) depths.set(name, depth);
    const further = front.flatMap((name) => nextOf(workflow, name)).filter((name) => !depths.has(name));
    front = [...new Set(further)];
  }
  return depths;
}

/** Stages from which some way leads to an end. */
export function endingStages({ stages }: Workflow): ReadonlySet<string> {
  const ending = new Set<string>();
  const leadsOut = ({ on }: Stage): boolean =>
    on.some(({ move }) => move.is === 'finish' || ending.has(nextStageOf(move) ?? ''));
  for (let grown = true; grown; ) {
    const found = stages.filter((stage) => !ending.has(stage.name) && leadsOut(stage));
    for (const { name } of found) ending.add(name);
    grown = found.length > 0;
  }
  return ending;
}

/** One way round that comes back to where it began, as names; empty when there is none. */
export function findStageCycle(workflow: Workflow): readonly string[] {
  for (const { name } of workflow.stages) {
    const way = wayBack(workflow, name);
    if (way.length > 0) return way;
  }
  return [];
}

function wayBack(workflow: Workflow, from: string): readonly string[] {
  const cameFrom = new Map<string, string>();
  const queue = [from];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    for (const next of nextOf(workflow, name)) {
      if (next === from) return [...retrace(cameFrom, name), from];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, name);
      queue.push(next);
    }
  }
  return [];
}

function retrace(cameFrom: ReadonlyMap<string, string>, end: string): string[] {
  const way: string[] = [];
  for (let name: string | undefined = end; name !== undefined; name = cameFrom.get(name)) way.unshift(name);
  return way;
}

/** The bypass of a stage whose role is lost: its first transition that leads forward. */
export function wayPast(workflow: Workflow, stage: Stage): Transition | undefined {
  const depths = depthsOf(workflow);
  const depth = depths.get(stage.name) ?? 0;
  return stage.on.find(
    ({ move }) => move.is === 'finish' || (move.is === 'go' && (depths.get(move.stage) ?? 0) > depth),
  );
}

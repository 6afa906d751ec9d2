import { criticalPath, findCycle } from '../graph.ts';
import { didYouMean, type Finding, inTask, type Rule } from './finding.ts';

/** Everything that a task waits for can come. */
export const dependenciesExist: Rule = ({ plan: { tasks }, graph: { indexOf } }) => {
  const known = [...indexOf.keys()];
  return tasks.flatMap(({ id, dependencies }, index) =>
    dependencies.flatMap((need, at) => {
      const path = inTask(index, 'dependencies', at);
      if (need === id) return [{ path, problem: 'the task waits for itself', advice: 'leave it out' }];
      if (indexOf.has(need)) return [];
      const advice = didYouMean(need, known, 'name the task_id of a task of this plan');
      return [{ path, problem: `no task is called "${need}"`, advice }];
    }),
  );
};

export const dependenciesHaveNoCycle: Rule = ({ plan: { tasks }, graph: { needs } }) => {
  const cycle = findCycle(needs);
  const [first] = cycle;
  if (first === undefined) return [];
  const names = [...cycle, first].map((index) => tasks[index]?.id).join(' → ');
  return [
    {
      path: inTask(first, 'dependencies'),
      problem: `tasks wait for each other: ${names}`,
      advice: 'leave one of these dependencies out',
    },
  ];
};

/** What is said to run in parallel can. */
export const groupsAreParallel: Rule = ({ plan: { parallelGroups, tasks }, graph }) =>
  parallelGroups.flatMap((group, number) =>
    group.flatMap((id, at): readonly Finding[] => {
      const path = ['parallel_groups', String(number), String(at)];
      const index = graph.indexOf.get(id);
      if (index === undefined) {
        const advice = didYouMean(id, [...graph.indexOf.keys()], 'name the task_id of a task of this plan');
        return [{ path, problem: `no task is called "${id}"`, advice }];
      }
      return group.slice(0, at).flatMap((earlier) => {
        const other = graph.indexOf.get(earlier) ?? index;
        const isOrdered = graph.isBefore(other, index) || graph.isBefore(index, other);
        const isSameRole = tasks[other]?.role === tasks[index]?.role;
        if (other !== index && !isOrdered && !isSameRole) return [];
        const why = isOrdered ? 'one waits for the other' : 'one role does one task at a time';
        const problem = `"${id}" cannot run beside "${earlier}": ${why}`;
        return [{ path, problem, advice: 'take one of them out of the group' }];
      });
    }),
  );

const MINUTE_MS = 60_000;

/** The longest way through the plan fits into its time. */
export const pathFitsTime: Rule = ({ plan, graph: { needs }, facts: { limitMs, taskMs } }) => {
  const limit = plan.timeoutMs ?? limitMs;
  if (limit === null) return [];
  const { way, cost } = criticalPath(
    needs,
    plan.tasks.map(({ timeoutMs }) => timeoutMs ?? taskMs),
  );
  if (cost <= limit) return [];
  const minutes = (ms: number): string => `${Math.ceil(ms / MINUTE_MS)}m`;
  const names = way.map((index) => plan.tasks[index]?.id).join(' → ');
  const problem = `the longest way may take ${minutes(cost)}, and the plan has ${minutes(limit)}: ${names}`;
  const path = plan.timeoutMs === null ? ['tasks'] : ['timeout'];
  return [{ path, problem, advice: 'give the plan more time, or its tasks less' }];
};

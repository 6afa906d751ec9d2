import { didYouMean, inTask, type Rule } from './finding.ts';

/** Where one agent hands over to another, it is said what is validated. */
export const handoffsAreChecked: Rule = ({ plan: { tasks, checkpoints }, graph }) => {
  const checked = new Set(checkpoints.map(({ after }) => after));
  const reported = new Set<number>();
  return tasks.flatMap(({ id, role }, reader) =>
    (graph.needs[reader] ?? []).flatMap((writer) => {
      const from = tasks[writer];
      if (from === undefined || from.role === role || checked.has(from.id) || reported.has(writer)) return [];
      reported.add(writer);
      const problem = `hands over to ${id} without a checkpoint`;
      return [{ path: inTask(writer), problem, advice: `add a checkpoint with "after: ${from.id}"` }];
    }),
  );
};

export const checkpointsAreKnown: Rule = ({ plan: { checkpoints }, graph: { indexOf } }) =>
  checkpoints.flatMap(({ after }, index) => {
    if (indexOf.has(after)) return [];
    const advice = didYouMean(after, [...indexOf.keys()], 'name the task_id of a task of this plan');
    return [
      { path: ['checkpoints', String(index), 'after'], problem: `no task is called "${after}"`, advice },
    ];
  });

/** What can go wrong at a checkpoint, and what is done then. */
export const failuresHaveRemedies: Rule = ({ plan: { checkpoints } }) =>
  checkpoints.flatMap(({ failureModes }, index) =>
    failureModes.length > 0
      ? []
      : [
          {
            path: ['checkpoints', String(index)],
            problem: 'no failure mode says what can go wrong here',
            advice: 'add "failure_modes" with "failure" and "remedy"',
          },
        ],
  );

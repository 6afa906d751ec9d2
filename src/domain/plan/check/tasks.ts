import { isTaskId } from '../task-id.ts';
import { inTask, type Rule } from './finding.ts';

export const TASKS_MOST = 1000;

export const hasTasks: Rule = ({ plan: { tasks } }) => {
  if (tasks.length === 0) {
    return [{ path: ['tasks'], problem: 'the plan has no tasks', advice: 'add at least one' }];
  }
  if (tasks.length <= TASKS_MOST) return [];
  const problem = `the plan has ${tasks.length} tasks, and at most ${TASKS_MOST} are taken`;
  return [{ path: ['tasks'], problem, advice: 'divide it into several plans' }];
};

export const idsAreWellFormed: Rule = ({ plan: { tasks } }) =>
  tasks.flatMap(({ id }, index) =>
    isTaskId(id)
      ? []
      : [
          {
            path: inTask(index, 'task_id'),
            problem: `"${id.slice(0, 80)}" is no task_id`,
            advice: 'write {slug}_{unix_epoch_timestamp}, as create_user_table_1727539200',
          },
        ],
  );

export const idsAreUnique: Rule = ({ plan: { tasks }, graph: { indexOf } }) =>
  tasks.flatMap(({ id }, index) =>
    indexOf.get(id) === index
      ? []
      : [
          {
            path: inTask(index, 'task_id'),
            problem: `"${id}" is the task_id of two tasks`,
            advice: 'give this one another slug or timestamp',
          },
        ],
  );

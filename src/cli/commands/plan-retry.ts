import { RetryTask } from '../../contract/plan/plan.ts';
import { command } from '../command.ts';
import { PLAN_OR_RUN } from '../plan-words.ts';
import { asks } from '../reply.ts';

export const planRetry = command({
  name: 'plan retry',
  summary: 'Give a task that is blocked, or was verified, to its agent again',
  about:
    'It begins anew when its role is free: it is worked on, reviewed and verified as the first time.\n' +
    'What was asked about it is asked no more. A run that is over cannot be retried.',
  examples: [
    'swarm plan retry user-management api_endpoint_design',
    'swarm plan retry user-management api_endpoint_design "the errors are missing"',
  ],
  words: [
    PLAN_OR_RUN,
    { name: 'task', key: 'task', about: 'Id of the task, or the part before its time' },
    { name: 'why', key: 'why', about: 'What its agent is told', isOptional: true },
  ],
  input: RetryTask,
  run: asks('plan.retry'),
  show: {
    'plan.retry': ({ runId, task, was }) =>
      `✅ ${task.id} was ${was} and goes to ${task.role} again; look: swarm plan status ${runId}\n`,
  },
});

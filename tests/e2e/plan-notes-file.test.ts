import { expect, test } from 'vitest';
import { DO_TASK, heardBy, makePlanProject, startPlan } from './plan-scripts.ts';
import { awaitRun } from './runs.ts';

const FILE = 'orchestration/agents/intro_agent/completion_drive/session_current.json';
const NOTE = {
  note_id: 'note_001',
  timestamp: 1727540700,
  description: 'The page is for adults',
  context: 'writing it',
  status: 'resolved',
  resolution: 'the summary says so',
  resolved_by: 'agent_self',
  resolution_timestamp: 1727540800,
};
const GOOD = JSON.stringify({ task_id: 'write_intro_agent_1727539200', session_start: 1, notes: [NOTE] });
const SEND = 'swarm send --type result done';

test('a task whose notes cannot be read goes back to its agent, and not to its verifier', async () => {
  const project = await makePlanProject(
    {
      developer: {
        '*"session_current.json:"*': `printf '%s' '${GOOD}' > ${FILE}\n${SEND}`,
        '*"Completion drive review"*': `printf '%s' '${GOOD.slice(0, -2)}' > ${FILE}\n${SEND}`,
        '*': DO_TASK,
      },
    },
    { intro_agent: 'developer' },
  );
  const runId = await startPlan(project);
  expect(await awaitRun(project, runId)).toBe(0);
  const [, , told] = heardBy(project, 'intro_agent');
  expect(told).toContain('is not complete yet');
  expect(told).toContain(`${FILE}:\nit is not JSON`);
  const verified = heardBy(project, 'checker');
  expect(verified).toHaveLength(1);
  expect(verified[0]).toContain('note_001: The page is for adults → the summary says so (agent_self)');
});

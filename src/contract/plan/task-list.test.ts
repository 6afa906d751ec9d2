import { expect, test } from 'vitest';
import { planOfList } from './task-list.ts';

const AT = 1_727_539_200_000;
const LIST = `# Sign-up

- [ ] Create the user table {#table}
  writes: agents/table_agent/task_output/schema.sql
  check: npm run migrate
  timeout: 45m

  Create the table users with an e-mail address.
- [x] Something that is done
- [ ] Design the API
  role: api
  persona: architect
  reads: agents/table_agent/task_output/schema.sql (SQL)
- [ ] Write the page
  needs: table, nothing_like_it
- [ ] Write the text of the mail
  needs: nothing
`;

test('a task list becomes tasks with roles, files, commands and an order', () => {
  const { tasks, agents, checkpoints, bad } = planOfList(LIST, AT);
  expect(bad).toEqual([]);
  expect(tasks[0]).toEqual({
    task_id: 'table_1727539200',
    role: 'table_agent',
    instructions: 'Create the user table\n\nCreate the table users with an e-mail address.',
    inputs: [],
    outputs: [{ path: 'agents/table_agent/task_output/schema.sql', format: 'SQL' }],
    success_criteria: [{ text: '"npm run migrate" succeeds', command: 'npm run migrate' }],
    dependencies: [],
    verifier: 'verifier',
    timeout: '45m',
  });
  expect(tasks[1]).toMatchObject({
    role: 'api',
    inputs: [{ path: 'agents/table_agent/task_output/schema.sql', format: 'SQL' }],
    outputs: [{ path: 'agents/api/task_output/design_the_api.md', format: 'Markdown' }],
    dependencies: ['table_1727539200'],
  });
  expect(tasks.map(({ dependencies }) => dependencies)).toEqual([
    [],
    ['table_1727539200'],
    ['table_1727539200', 'nothing_like_it'],
    [],
  ]);
  expect(agents).toMatchObject({ api: { persona: 'architect' }, verifier: { persona: 'verifier' } });
  expect(checkpoints.map(({ after }) => after)).toEqual(['table_1727539200']);
});

test('a task without a title is a bad line', () => {
  expect(planOfList('- [ ]\n', AT).bad).toEqual([{ line: 1, problem: 'the task has no title' }]);
});

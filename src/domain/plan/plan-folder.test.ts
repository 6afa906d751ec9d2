import { expect, test } from 'vitest';
import { asAgentPath, asAgentWords, roleOfPath } from './plan-folder.ts';

test('paths of the plan lie in its folder, all others in the repository', () => {
  expect(asAgentPath('agents/api/task_output/a.md')).toBe('orchestration/agents/api/task_output/a.md');
  expect(asAgentPath('src/a.ts')).toBe('src/a.ts');
  expect(roleOfPath('agents/api/task_output/a.md')).toBe('api');
  expect(roleOfPath('src/agents/api/task_output/a.md')).toBeNull();
});

test('a command names files where its agent finds them, whatever stands around them', () => {
  expect(asAgentWords('grep x "agents/db/task_output/a" agents/db/task_output/b src/agents/c')).toBe(
    'grep x "orchestration/agents/db/task_output/a" orchestration/agents/db/task_output/b src/agents/c',
  );
  expect(asAgentWords('cat ./agents/db/task_output/a agents/README.md')).toBe(
    'cat ./agents/db/task_output/a agents/README.md',
  );
});

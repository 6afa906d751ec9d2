import { expect, test } from 'vitest';
import { findingSubject } from './finding-subject.ts';

const file = (path: string) => ({ path, format: null });
const TASK = {
  inputs: [file('docs/goal.md')],
  outputs: [file('agents/api/task_output/openapi.yaml'), file('src/users/')],
  criteria: [
    { text: 'All errors are named', command: 'npm run lint:api', file: null },
    { text: 'It is told how to begin', command: null, file: 'README.md' },
  ],
};

test.each([
  ['All errors are named', 'criterion'],
  ['npm run lint:api', 'criterion'],
  ['agents/api/task_output/openapi.yaml', 'file'],
  ['openapi.yaml', 'file'],
  ['openapi.yaml:12', 'file'],
  ['task_output/openapi.yaml:12-14', 'file'],
  ['src/users/add.ts', 'file'],
  ['docs/goal.md', 'file'],
  ['README.md', 'file'],
  ['api.yaml', 'other'],
  ['src/other.ts', 'other'],
  ['errors', 'other'],
])('a finding about "%s" is about a %s of the task', (about, subject) => {
  expect(findingSubject(TASK, about)).toBe(subject);
});

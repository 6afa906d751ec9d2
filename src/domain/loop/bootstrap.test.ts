import { expect, test } from 'vitest';
import { aWork } from '../../../tests/samples/work.ts';
import { fillBootstrap, iterationEnv, listUnknownVariables } from './bootstrap.ts';

const work = aWork({ id: 'issue-123', title: 'Mend it', body: 'see {{TITLE}} and $&', rig: 'aardwolf' });
const assignment = {
  sessionId: 's-1',
  loopId: 'loop-1',
  iteration: 7,
  work,
  standard: { rig: 'zoo', actor: null },
};

test('variables are filled in once, whatever the work itself says', () => {
  const text = fillBootstrap('{{SESSION_ID}} {{ ITERATION }} {{WORK_ITEM}} {{RIG}}: {{BODY}}', assignment);
  expect(text).toBe('s-1 7 issue-123 aardwolf: see {{TITLE}} and $&');
});

test('an unknown variable is told with its line', () => {
  expect(listUnknownVariables('{{RIG}}\n\n{{RGI}} {{TITLE}} {{}}')).toEqual([
    { line: 3, name: 'RGI' },
    { line: 3, name: '' },
  ]);
});

test('the agent finds its assignment in its environment', () => {
  expect(iterationEnv(assignment)).toEqual({
    SESSION_ID: 's-1',
    HARNESS_SESSION: 'true',
    BD_ACTOR: 'harness-agent',
    BD_RIG: 'aardwolf',
    ITERATION: '7',
    WORK_ITEM: 'issue-123',
  });
});

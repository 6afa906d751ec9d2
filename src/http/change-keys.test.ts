import { expect, test } from 'vitest';
import { keysOf } from './change-keys.ts';

const LINE = { seq: 1, event: 'launch', sessionId: null, runId: null, workId: null, loopId: null };

test('a line names the rows that it is about, and the kind of thing that its event is of', () => {
  expect(keysOf({ ...LINE, sessionId: 's1', runId: 'r1' })).toEqual([
    { kind: 'session', id: 's1' },
    { kind: 'run', id: 'r1' },
  ]);
  expect(keysOf({ ...LINE, event: 'race-win', sessionId: 's1' })).toEqual([
    { kind: 'session', id: 's1' },
    { kind: 'race', id: null },
  ]);
  expect(keysOf({ ...LINE, event: 'race-created' })).toEqual([{ kind: 'race', id: null }]);
});

test('a line that names nothing is about the project', () => {
  expect(keysOf({ ...LINE, event: 'paused' })).toEqual([{ kind: 'project', id: null }]);
});

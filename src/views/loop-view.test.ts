import { expect, test } from 'vitest';
import { aLoop } from '../../tests/samples/loop.ts';
import { LoopListAnswer } from '../contract/answer/loop.ts';
import { loopListJson } from './loop-view.ts';

test('the JSON of loops keeps to its schema, at the start and at the end', () => {
  const atWork = [{ number: 1, sessionId: 's-1', workId: 'w-1', gate: null, isGreen: false, reds: 0 }];
  const loops = [
    aLoop({ iteration: 1, atWork, nextAt: 3_000 }),
    aLoop({ state: 'finished', endedAt: 9_000, reasonText: 'Stopped: enough' }),
  ];
  expect(LoopListAnswer.parse(loopListJson(loops)).loops).toMatchObject([
    { at_work: [{ iteration: 1, session_id: 's-1', work_item: 'w-1' }], next_at: '1970-01-01T00:00:03Z' },
    { state: 'finished', ended_at: '1970-01-01T00:00:09Z', reason: 'Stopped: enough' },
  ]);
});

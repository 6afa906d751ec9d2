import { expect, test } from 'vitest';
import { accept } from '../domain/outcome.ts';
import { whileStale } from './while-stale.ts';

test('it decides again until no other writer came first', async () => {
  const answers = ['stale', 'stale', accept('saved')] as const;
  let calls = 0;
  expect(await whileStale('s-1', async () => answers[calls++] ?? accept('too often'))).toEqual(
    accept('saved'),
  );
  expect(calls).toBe(3);
});

test('it gives up after a bounded number of tries, and names what was contested', async () => {
  let calls = 0;
  const outcome = await whileStale('s-1', async () => {
    calls += 1;
    return 'stale';
  });
  expect(outcome).toEqual({ ok: false, refusal: { code: 'moved-meanwhile', what: 's-1' } });
  expect(calls).toBe(20);
});

import { expect, test } from 'vitest';
import { OracleStore } from '../../tests/store/oracle.ts';
import type { AppDeps, PlaceDeps } from '../app/deps.ts';
import { askWith } from './ask.ts';

/** A project whose rows are empty. */
function stage(isAgent: boolean) {
  const store = new OracleStore();
  const deps = { store, clock: { now: () => 1 } } as Partial<AppDeps> as AppDeps;
  let opened = 0;
  const project = async () => {
    opened++;
    return deps;
  };
  return { ask: askWith({ project, place: {} as PlaceDeps, isAgent }), openedCount: () => opened };
}

test('a verb for persons is refused to an agent before anything is opened', async () => {
  const { ask, openedCount } = stage(true);
  expect(await ask('loop.list', { all: true })).toEqual({
    ok: false,
    refusal: { code: 'not-from-attempt', verb: 'loop.list' },
  });
  expect(openedCount()).toBe(0);
});

test('what anyone may ask is answered to an agent, and all of it to a person', async () => {
  expect(await stage(true).ask('queue.show', { workId: 'none' })).toMatchObject({
    refusal: { code: 'work-not-found' },
  });
  expect(await stage(false).ask('loop.list', { all: true })).toMatchObject({ value: { loops: [] } });
});

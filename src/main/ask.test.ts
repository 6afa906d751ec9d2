import { expect, test } from 'vitest';
import { OracleStore } from '../../tests/store/oracle.ts';
import type { AppDeps, FolderDeps } from '../app/deps.ts';
import { accept } from '../domain/outcome.ts';
import { askWith } from './ask.ts';

/** A project whose rows are empty. */
function stage(isAgent: boolean, { hidden = null as string | null, isNamedRightly = true } = {}) {
  const store = new OracleStore();
  const deps = { store, clock: { now: () => 1 } } as Partial<AppDeps> as AppDeps;
  let opened = 0;
  const project = async () => {
    opened++;
    return deps;
  };
  const admit = async () => accept(null);
  const caller = {
    sessionId: isAgent ? 's-1' : null,
    isNamedRightly: async () => isNamedRightly,
    findHidden: async () => hidden,
  };
  return { ask: askWith({ project, folder: {} as FolderDeps, admit, caller }), openedCount: () => opened };
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

test('a process of an agent that hides it may look, and change nothing', async () => {
  const hidden = '/p/.swarm/sessions/s-1/attempts/1';
  const { ask, openedCount } = stage(false, { hidden });
  expect(await ask('question.answer', { questionId: 'q', answer: ['yes'] } as never)).toEqual({
    ok: false,
    refusal: { code: 'attempt-hidden', verb: 'question.answer', attempt: hidden },
  });
  expect(openedCount()).toBe(0);
  expect(await ask('loop.list', { all: true })).toMatchObject({ ok: true });
});

test('an agent that uses the name of another session changes nothing in that name', async () => {
  const { ask } = stage(true, { isNamedRightly: false });
  expect(await ask('session.create', {} as never)).toEqual({
    ok: false,
    refusal: { code: 'attempt-misnamed', sessionId: 's-1' },
  });
});

import { expect, test } from 'vitest';
import { roundDeps } from '../../../tests/samples/round.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aNote, aSession, aSpec } from '../../../tests/store/rows.ts';
import type { Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { createPainter } from './session-painter.ts';

const nameOf: RoundDeps['nameOf'] = ({ id }) => ({
  sessionDir: id,
  promptFile: `${id}/prompt.md`,
  resultFile: `${id}/result.json`,
  paneSession: 'swarm_17',
});

async function stage(runId: string | null) {
  const session = aSession({ id: '17-maker', runId, role: runId === null ? null : 'maker', attempt: 0 });
  const store = new OracleStore();
  await store.commit([{ kind: 'add-session', session, spec: aSpec(), journal: aNote() }]);
  let now = 100_000;
  const states: string[] = [];
  let isThere = true;
  const drawings: RoundDeps['drawings'] = {
    draw: async (_id, name, text) => {
      if (name === 'state.json') states.push(JSON.parse(text).state);
    },
    hasDrawn: async () => isThere,
    drawRun: async () => undefined,
    drawRunLog: async () => undefined,
    ensureCompressed: async () => undefined,
  };
  const paint = createPainter(roundDeps({ store, drawings, clock: { now: () => now }, nameOf }));
  return {
    after: (ms: number, state: Session['state'], heard = 0) => {
      now += ms;
      return paint({ ...session, state }, heard);
    },
    count: () => states.length,
    remove: () => {
      isThere = false;
    },
  };
}

test('what goes from turn to turn for its run is drawn once a second, and the last is due', async () => {
  const { after, count } = await stage('17');
  expect(await after(0, 'working')).toBe(null);
  expect(await after(10, 'idle')).toBe(101_000);
  expect(await after(10, 'working')).toBe(null);
  expect(count()).toBe(1);
  expect(await after(10, 'idle')).toBe(101_000);
  expect(await after(970, 'idle')).toBe(null);
  expect(count()).toBe(2);
});

test('any other new state is drawn at once, and so is each of a session alone', async () => {
  const ofRun = await stage('17');
  await ofRun.after(0, 'working');
  await ofRun.after(1, 'waiting');
  await ofRun.after(1, 'working');
  expect(ofRun.count()).toBe(3);
  const alone = await stage(null);
  await alone.after(0, 'working');
  await alone.after(1, 'idle');
  expect(alone.count()).toBe(2);
});

test('what is heard in a burst is drawn when the burst is over', async () => {
  const { after, count } = await stage(null);
  await after(0, 'working', 1);
  expect(await after(10, 'working', 2)).toBe(101_000);
  expect(await after(990, 'working', 2)).toBe(null);
  expect(count()).toBe(2);
  expect(await after(10, 'working', 2)).toBe(null);
});

test('a file that shows a session is drawn again once it is gone, and nothing else is new', async () => {
  const { after, count, remove } = await stage(null);
  await after(0, 'working');
  await after(5_000, 'working');
  expect(count()).toBe(1);
  remove();
  await after(5_000, 'working');
  expect(count()).toBe(2);
});

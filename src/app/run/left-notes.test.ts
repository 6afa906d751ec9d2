import { beforeEach, expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { NO_OPENINGS } from '../../../tests/samples/openings.ts';
import { partId, planOf } from '../../../tests/samples/plan.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aRun, aSession, aSpec, T0 } from '../../../tests/store/rows.ts';
import { openNote } from '../../domain/note/note.ts';
import { roleSessionId } from '../../domain/run/names.ts';
import { planProgram } from '../../domain/run/plan/plan-program.ts';
import { definePlan } from '../../domain/run/plan/plan-state.ts';
import type { RunFact } from '../../domain/run/program.ts';
import { findNoteWay } from '../note/escalation-way.ts';
import { applyRunFact } from './apply-run-fact.ts';

const RUN = '17';
const journal = { at: T0, by: 'tester', note: '' };
const doer = roleSessionId(RUN, 'agent_0');
const noteId = `${doer}.note_001`;

let store: OracleStore;
let serial: number;

const deps = () => ({
  store,
  clock: { now: () => T0 + serial++ },
  ids: { uuid: () => `id-${serial++}`, hash: (text: string) => text.replaceAll(/\W/g, '').slice(-12) },
  config: aConfig({}),
  by: 'tester',
  poke: async () => {},
  openings: NO_OPENINGS,
});
const apply = (fact: RunFact) => applyRunFact(deps(), { runId: RUN, fact, note: '' });
const message = (id: string, from: string, type: 'result' | 'review'): RunFact => ({
  ...{ is: 'message', id, from, to: null, type, findings: [], body: '', round: null },
  verdict: type === 'review' ? 'approved' : null,
});
const stateOf = async (): Promise<string | undefined> => (await store.findRun(RUN))?.state;

/** One task, which its verifier is about to approve. */
beforeEach(async () => {
  [store, serial] = [new OracleStore(), 1];
  const definition = definePlan({ ...planOf([[]]), escalation: ['user'] });
  const { state } = planProgram(definition).start('a report');
  const run = aRun({ id: RUN, stage: state.stage, state: 'running', runningSince: T0 });
  const sessions = ['agent_0', 'checker'].map((role) =>
    aSession({ id: roleSessionId(RUN, role), runId: RUN, role, state: 'idle' }),
  );
  await store.commit([
    { kind: 'add-run', run, memory: { definition, state }, journal },
    ...sessions.map((session) => ({ kind: 'add-session', session, spec: aSpec(), journal }) as const),
  ]);
  await apply(message('m1', 'agent_0', 'result'));
  await apply(message('m2', 'agent_0', 'result'));
  const seen = { commit: null, results: [], outputs: [], notes: [] };
  await apply({ is: 'criteria-run', task: partId(0), number: 1, ...seen });
});

const addNote = async (): Promise<void> => {
  const words = { description: 'One unit?', context: '', createdAt: T0 };
  const note = openNote({ sessionId: doer, runId: RUN, taskId: partId(0), number: 1, ...words });
  await store.commit([{ kind: 'add-completion-note', note, journal }]);
};

test('a plan without open notes ends with the last approval', async () => {
  expect(await apply(message('m3', 'checker', 'review'))).toBe('taken');
  expect(await stateOf()).toBe('synthesising');
});

test('a note that was left open is escalated before the plan may end, then confirmed', async () => {
  await addNote();
  expect(await apply(message('m3', 'checker', 'review'))).toBe('moved');
  expect(await store.findNote(noteId)).toMatchObject({ state: 'escalated' });
  const [question] = await store.listQuestions({ runId: RUN, state: 'open' });
  expect(question?.text).toContain('One unit?');

  await apply({ is: 'answered', question: 1, answer: 'metres' });
  expect(await store.findNote(noteId)).toMatchObject({ state: 'resolved', resolution: 'metres' });
  expect(await stateOf()).toBe('running');
});

test('a note that comes in beside the last approval is not written after the end', async () => {
  const way = await findNoteWay(store, { runId: RUN, role: 'agent_0' }, { at: T0, by: 'tester' });
  expect(way).toMatchObject({ isTakenByRun: true });
  await apply(message('m3', 'checker', 'review'));
  const guard = way === 'over' ? [] : way.guard;
  expect(await store.commit(guard)).toMatchObject({ saved: false });
  expect(await findNoteWay(store, { runId: RUN, role: 'agent_0' }, { at: T0, by: 'tester' })).toBe('over');
});

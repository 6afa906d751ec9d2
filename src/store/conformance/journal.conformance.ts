import { describe, expect, test } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import {
  addSession,
  aMemory,
  aMessage,
  aNote,
  anAttempt,
  aQuestion,
  aRun,
  aSession,
  aTurn,
  aWorkspace,
  saveStep,
  stepOf,
  T0,
  turnStepOf,
} from '../../../tests/store/rows.ts';
import { stepLoop } from '../../domain/loop/loop.ts';
import { advanceRun } from '../../domain/run/run.ts';
import type { Write } from '../store.ts';
import { type Pair, SAVED } from './pair.conformance.ts';

const WRITERS = 8;
const COMMITS_EACH = 25;

export function describeJournal(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);
  const note = (event: string, sessionId: string | null = null, at = T0): Write => ({
    kind: 'add-note',
    sessionId,
    event,
    journal: aNote('', at),
  });

  describe('the journal', () => {
    test('tells who did what to which session, from where to where', async () => {
      const journal = { at: T0 + 7, by: 'ann', note: 'because' };
      await save(addSession(), { kind: 'step-session', step: stepOf(aSession(), 'launch'), journal });
      expect(await on.store.listJournal({ after: 0, limit: 10 })).toEqual([
        {
          seq: 1,
          at: T0,
          sessionId: aSession().id,
          runId: null,
          workId: null,
          loopId: null,
          by: 'tester',
          event: 'created',
          fromState: null,
          toState: 'created',
          note: 'asked for',
        },
        {
          seq: 2,
          at: T0 + 7,
          sessionId: aSession().id,
          runId: null,
          workId: null,
          loopId: null,
          by: 'ann',
          event: 'launch',
          fromState: 'created',
          toState: 'starting',
          note: 'because',
        },
      ]);
    });

    test('names the stages where a run went on to another one, and its states elsewhere', async () => {
      const run = aRun({ stage: 'research' });
      const first = advanceRun(run, { stage: 'verification' });
      const second = advanceRun(first.to, { progress: 50 });
      await save(
        { kind: 'add-run', run, memory: aMemory(), journal: aNote() },
        { kind: 'step-run', step: first, memory: null, journal: aNote() },
        { kind: 'step-run', step: second, memory: null, journal: aNote() },
      );
      const lines = await on.store.listJournal({ after: 1, limit: 10, runId: run.id });
      expect(lines.map(({ event, fromState, toState }) => [event, fromState, toState])).toEqual([
        ['run-stage', 'research', 'verification'],
        ['run-advance', run.state, run.state],
      ]);
    });

    test('names the run of a session where it is asked to, and only then', async () => {
      await save({ kind: 'add-run', run: aRun(), memory: aMemory(), journal: aNote() });
      await save(addSession(aSession({ runId: aRun().id, role: 'reviewer' })), note('alone'));
      // Lines of other tests may come before.
      const runs = async (namesRuns: boolean) =>
        (await on.store.listJournal({ after: 0, limit: 9_999, namesRuns }))
          .slice(-2)
          .map(({ runId }) => runId);
      expect(await runs(true)).toEqual([aRun().id, null]);
      expect(await runs(false)).toEqual([null, null]);
    });

    test('of a loop is told apart from that of others', async () => {
      const [one, two] = [aLoop({ id: 'l-1' }), aLoop({ id: 'l-2' })];
      const paused = stepLoop(one, 'pause', { at: T0 });
      if (!paused.ok) throw new Error('a running loop can be paused');
      await save(...[one, two].map((loop): Write => ({ kind: 'add-loop', loop, journal: aNote(loop.id) })), {
        kind: 'step-loop',
        step: paused.value,
        journal: aNote(),
      });
      const lines = await on.store.listJournal({ after: 0, limit: 10, loopId: 'l-1' });
      expect(lines.map(({ event, loopId }) => `${event} of ${loopId}`)).toEqual([
        'loop-created of l-1',
        'loop-pause of l-1',
      ]);
    });

    test('has one line for every write but slots, touches, observations and intakes', async () => {
      const journal = aNote();
      const question = aQuestion();
      const answered = {
        ...question,
        state: 'answered',
        answer: 'y',
        answeredBy: 'me',
        answeredAt: T0,
      } as const;
      const workspace = aWorkspace();
      const over = aSession({ id: 'over', state: 'completed' });
      await save(
        { kind: 'take-slot', limit: 9 },
        addSession(),
        addSession(over),
        { kind: 'touch-session', session: aSession() },
        { kind: 'add-turn', turn: aTurn(), journal },
        { kind: 'step-turn', step: turnStepOf(aTurn(), 'hand', 1), journal },
        { kind: 'add-attempt', attempt: anAttempt(), journal },
        { kind: 'save-attempt', from: anAttempt(), to: anAttempt({ tools: 1 }) },
        { kind: 'add-question', question, journal },
        { kind: 'step-question', step: { from: question, to: answered }, journal },
        { kind: 'add-message', message: aMessage({ sender: 'ann', turnId: 'turn-1' }), journal },
        {
          kind: 'add-message',
          message: aMessage({ id: 'm2', sender: 'over', recipient: 'person' }),
          journal,
        },
        { kind: 'add-intake', key: 'k', at: T0, answer: '' },
        { kind: 'add-workspace', workspace, journal },
        {
          kind: 'save-workspace',
          from: workspace,
          to: { ...workspace, state: 'ready', version: 2 },
          journal,
        },
        { kind: 'archive-session', session: over, archivedAt: T0, journal },
        {
          kind: 'archive-session',
          session: { ...over, version: 2, archivedAt: T0 },
          archivedAt: null,
          journal,
        },
        note('swept'),
      );
      const lines = await on.store.listJournal({ after: 0, limit: 100 });
      const shown = lines.map((line) =>
        [line.sessionId === 'over' ? 'over' : '', line.event, line.fromState, line.toState].join(' ').trim(),
      );
      expect(shown).toEqual([
        'created  created',
        'over created  completed',
        'turn-queued  queued',
        'turn-hand queued handed',
        'attempt-opened',
        'question-asked  open',
        'question-answered open answered',
        'message-sent',
        'over message-sent',
        'workspace-wanted  wanted',
        'workspace-ready wanted ready',
        'over archived',
        'over restored',
        'swept',
      ]);
    });

    test('is read on from a number, a few lines at a time, of one session, from a time on', async () => {
      await save(note('a', 's'), note('b', 'x'), note('c', 's', T0 + 5), note('d', 's'));
      const read = async (filter: {
        after: number;
        limit: number;
        sessionId?: string;
        event?: string;
        since?: number;
        isNewest?: boolean;
      }) => (await on.store.listJournal(filter)).map(({ event }) => event).join('');
      expect(await read({ after: 0, limit: 100 })).toBe('abcd');
      expect(await read({ after: 1, limit: 2 })).toBe('bc');
      expect(await read({ after: 4, limit: 2 })).toBe('');
      expect(await read({ after: 1, limit: 100, sessionId: 's' })).toBe('cd');
      expect(await read({ after: 0, limit: 100, since: T0 + 5 })).toBe('c');
      expect(await read({ after: 0, limit: 100, sessionId: 's', event: 'd' })).toBe('d');
      expect(await read({ after: 0, limit: 2, isNewest: true })).toBe('cd');
      expect(await read({ after: 0, limit: 2, isNewest: true, sessionId: 's' })).toBe('cd');
      expect(await read({ after: 3, limit: 2, isNewest: true })).toBe('d');
      expect(await on.store.lastJournalSeq()).toBe(4);
    });

    test('gives neither a line nor a number to a commit that was refused', async () => {
      await on.store.commit([note('lost'), { kind: 'take-slot', limit: 0 }]);
      await save(note('kept'));
      const lines = await on.other.listJournal({ after: 0, limit: 10 });
      expect(lines.map(({ seq, event }) => [seq, event])).toEqual([[1, 'kept']]);
    });

    test('a follower misses no line while many write at once', async () => {
      await save(...Array.from({ length: WRITERS }, (_, n) => addSession(aSession({ id: `s${n}` }))));
      const start = await on.store.lastJournalSeq();
      let isWriting = true;
      const follow = async () => {
        const seen: string[] = [];
        for (let after = start, isLast = false; ; ) {
          isLast = !isWriting;
          const lines = await on.other.listJournal({ after, limit: 7 });
          seen.push(...lines.map(({ event }) => event));
          after = lines.at(-1)?.seq ?? after;
          if (isLast && lines.length === 0) return seen;
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const write = async (writer: number) => {
        for (let n = 0; n < COMMITS_EACH; n++) {
          const store = (writer + n) % 2 ? on.store : on.other;
          await store.commit([note(`${writer}.${n}.a`), note(`${writer}.${n}.b`)]);
        }
      };
      const following = follow();
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      isWriting = false;

      const seen = await following;
      const all = (await on.store.listJournal({ after: start, limit: 10_000 })).map(({ event }) => event);
      expect(seen).toEqual(all);
      expect(all).toHaveLength(WRITERS * COMMITS_EACH * 2);
      for (let n = 0; n < all.length; n += 2) expect(all[n]?.replace(/a$/, 'b')).toBe(all[n + 1]);
    });

    test('keeps the words of a step when the step itself is stale out of the record', async () => {
      await save(addSession());
      await on.store.commit([saveStep(stepOf(aSession({ version: 9 }), 'launch'))]);
      expect(await on.store.lastJournalSeq()).toBe(1);
    });
  });
}

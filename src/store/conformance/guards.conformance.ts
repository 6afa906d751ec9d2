import { describe, expect, test } from 'vitest';
import {
  addSession,
  aNote,
  anAttempt,
  aQuestion,
  aSession,
  aTurn,
  aWorkspace,
  saveStep,
  stepOf,
  T0,
  turnStepOf,
} from '../../../tests/store/rows.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Write } from '../store.ts';
import { type Pair, SAVED, STALE } from './pair.conformance.ts';

export function describeGuards(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);

  describe('guards', () => {
    test('a commit without writes is saved', async () => {
      expect(await on.store.commit([])).toEqual(SAVED);
    });

    test('of two writers who read the same version, the second is told it is stale', async () => {
      await save(addSession());
      expect(await on.store.commit([saveStep(stepOf(aSession(), 'launch'))])).toEqual(SAVED);
      expect(await on.other.commit([saveStep(stepOf(aSession(), 'stop'))])).toEqual(STALE);
      expect(await on.other.findSession(aSession().id)).toEqual(stepOf(aSession(), 'launch').to);
    });

    test('a step saves all that it settles', async () => {
      await save(addSession());
      const patch = {
        reason: 'crash',
        reasonText: 'fell over',
        attempt: 1,
        retriesLeft: 2,
        conversationId: 'c',
        exitCode: 139,
        hostId: 'here',
        model: 'm',
        ending: 'failed',
      } as const;
      const { to: starting } = stepOf(aSession(), 'launch', patch);
      const parked = stepOf(starting, 'park', { resumeAt: T0 + 99 });
      await save(saveStep(stepOf(aSession(), 'launch', patch)), saveStep(parked));
      expect(await on.store.findSession(aSession().id)).toEqual(parked.to);
    });

    test('a step of a session that does not exist is stale', async () => {
      expect(await on.store.commit([saveStep(stepOf(aSession(), 'launch'))])).toEqual(STALE);
    });

    test.each([{ state: 'idle' }, { archivedAt: T0 }] as const)(
      'a step or an archiving from a row that never was is stale, here with %j',
      async (untrue) => {
        await save(addSession());
        const madeUp = aSession(untrue);
        const archive = {
          kind: 'archive-session',
          session: madeUp,
          archivedAt: T0 + 1,
          journal: aNote(),
        } as const;
        expect(await on.store.commit([saveStep(stepOf(madeUp, 'launch'))])).toEqual(STALE);
        expect(await on.store.commit([archive])).toEqual(STALE);
        expect(await on.store.countSessions({})).toEqual({ created: 1 });
      },
    );

    test('a step that does not raise the version is a bug', async () => {
      await save(addSession());
      const { from, event, to } = stepOf(aSession(), 'launch');
      await expect(on.store.commit([saveStep({ from, event, to: { ...to, version: 1 } })])).rejects.toThrow(
        /version/,
      );
    });

    test.each(['completed', 'failed', 'killed'] as const)(
      'a %s session never changes its state',
      async (state) => {
        const over = aSession({ state, ending: state, endedAt: T0 });
        await save(addSession(over));
        const forged = {
          from: over,
          event: 'launch',
          to: { ...over, state: 'starting', version: 2 },
        } as const;
        expect(await on.store.commit([saveStep(forged)])).toEqual(STALE);
        expect(await on.store.commit([{ kind: 'touch-session', session: over }])).toEqual(STALE);
        expect(await on.store.findSession(over.id)).toEqual(over);
      },
    );

    test('a touch raises the version, so that a writer who decided before it is stale', async () => {
      await save(addSession());
      await save({ kind: 'touch-session', session: aSession() });
      expect(await on.store.findSession(aSession().id)).toEqual(aSession({ version: 2 }));
      expect(await on.store.commit([{ kind: 'touch-session', session: aSession() }])).toEqual(STALE);
      expect(await on.store.commit([saveStep(stepOf(aSession(), 'launch'))])).toEqual(STALE);
    });

    test('archiving keeps the state, raises the version and is guarded by it', async () => {
      const over = aSession({ state: 'completed', endedAt: T0 });
      const archive = (session: Session, archivedAt: number | null): Write => ({
        kind: 'archive-session',
        session,
        archivedAt,
        journal: aNote(),
      });
      await save(addSession(over));
      await save(archive(over, T0 + 5));
      const archived = { ...over, version: 2, archivedAt: T0 + 5 };
      expect(await on.store.findSession(over.id)).toEqual(archived);
      expect(await on.store.commit([archive(over, null)])).toEqual(STALE);
      await save(archive(archived, null));
      expect(await on.store.findSession(over.id)).toEqual({ ...over, version: 3 });
    });

    test('a turn moves only from the state and the attempt that were read', async () => {
      const turn = aTurn();
      await save(addSession(), { kind: 'add-turn', turn, journal: aNote() });
      const step = (value: ReturnType<typeof turnStepOf>): Write => ({
        kind: 'step-turn',
        step: value,
        journal: aNote(),
      });
      const handed = turnStepOf(turn, 'hand', 1);
      await save(step(handed));
      expect(await on.store.commit([step(turnStepOf(turn, 'drop'))])).toEqual(STALE);
      expect(await on.store.commit([step(turnStepOf({ ...handed.to, attempt: 2 }, 'see'))])).toEqual(STALE);
      expect(await on.store.findTurn(turn.id)).toEqual(handed.to);
      await save(step(turnStepOf(handed.to, 'see')));
    });

    test('facts about an attempt are saved once per cursor', async () => {
      const from = anAttempt();
      const to = anAttempt({
        eventsCursor: 10,
        outputBytes: 5,
        lastEventAt: T0 + 1,
        heardAt: T0 + 1,
        costUsd: 0.25,
        messages: 1,
        tools: 2,
        currentTool: 'Bash',
        inputTokens: 3,
        outputTokens: 4,
        awaited: [{ id: 'b1', kind: 'command', text: 'npm test', dueAt: null, since: T0 }],
        unknownEvents: 1,
        brokenLines: 1,
        lastResult: 'done',
        lastResultOk: true,
        conversationId: 'c',
        endedAt: T0 + 2,
        exitCode: 0,
      });
      await save(addSession(), { kind: 'add-attempt', attempt: from, journal: aNote() });
      await save({ kind: 'save-attempt', from, to });
      expect(await on.store.findAttempt(from.sessionId, 1)).toEqual(to);
      expect(await on.other.commit([{ kind: 'save-attempt', from, to }])).toEqual(STALE);
      await save({ kind: 'save-attempt', from: to, to: { ...to, eventsCursor: 20 } });
    });

    const learnt = {
      eventsCursor: 1,
      lastEventAt: T0,
      heardAt: T0,
      endedAt: T0,
      exitCode: 1,
      outputBytes: 1,
      costUsd: 1,
      lastResult: '',
    };
    test.each(Object.entries(learnt))(
      'what was learnt of %s meanwhile is not overwritten',
      async (field, value) => {
        const from = anAttempt();
        await save(addSession(), { kind: 'add-attempt', attempt: from, journal: aNote() });
        await save({ kind: 'save-attempt', from, to: { ...from, [field]: value } });
        expect(await on.other.commit([{ kind: 'save-attempt', from, to: { ...from, tools: 9 } }])).toEqual(
          STALE,
        );
      },
    );

    test('of two who answer parts of one question at once, the second is told it is stale', async () => {
      const from = aQuestion();
      const keep = (answer: string) =>
        ({ kind: 'step-question', step: { from, to: { ...from, answer } }, journal: aNote() }) as const;
      await save(addSession(), { kind: 'add-question', question: from, journal: aNote() });
      expect(await on.store.commit([keep('one')])).toMatchObject({ saved: true });
      expect(await on.other.commit([keep('two')])).toEqual(STALE);
      expect(await on.other.findQuestion(from.id)).toMatchObject({ state: 'open', answer: 'one' });
      expect((await on.store.listJournal({ after: 0, limit: 100 })).at(-1)?.event).toBe(
        'question-partly-answered',
      );
    });

    test('a question is answered at most once', async () => {
      const from = aQuestion();
      const answered = (answer: string): Write => ({
        kind: 'step-question',
        step: { from, to: { ...from, state: 'answered', answer, answeredBy: 'me', answeredAt: T0 + 1 } },
        journal: aNote(),
      });
      await save(addSession(), { kind: 'add-question', question: from, journal: aNote() });
      const results = await Promise.all([
        on.store.commit([answered('yes')]),
        on.other.commit([answered('no')]),
      ]);
      expect(results.filter(({ saved }) => saved)).toHaveLength(1);
      expect(results.filter(({ saved }) => !saved)).toEqual([STALE]);
      expect((await on.store.findQuestion(from.id))?.state).toBe('answered');
    });

    test('a session that has ended has one successor, and any number of forks', async () => {
      const heir = (id: string, of: Partial<Session>): Write => addSession(aSession({ id, ...of }));
      await save(addSession(aSession({ id: 'old', state: 'completed' })));
      const results = await Promise.all([
        on.store.commit([heir('a', { continues: 'old' })]),
        on.other.commit([heir('b', { continues: 'old' })]),
      ]);
      expect(results.filter(({ saved }) => saved)).toHaveLength(1);
      expect(results).toContainEqual({ saved: false, why: 'duplicate', of: 'successor' });
      await save(heir('c', { forkedFrom: 'old' }), heir('d', { forkedFrom: 'old' }));
      const found = await on.store.listSuccessors(['old', 'c', 'absent']);
      expect([...found.keys()]).toEqual(['old']);
      expect((await on.store.findSession(found.get('old') ?? ''))?.continues).toBe('old');
    });

    test('a workspace is saved only from the version that was read', async () => {
      const from = aWorkspace();
      const to = aWorkspace({
        state: 'ready',
        version: 2,
        path: 'p',
        branch: 'b',
        baseCommit: 'c',
        changedAt: T0 + 1,
      });
      await save(addSession(), { kind: 'add-workspace', workspace: from, journal: aNote() });
      await save({ kind: 'save-workspace', from, to, journal: aNote() });
      expect(await on.store.findWorkspace(from.sessionId)).toEqual(to);
      expect(await on.other.commit([{ kind: 'save-workspace', from, to, journal: aNote() }])).toEqual(STALE);
      const still = { ...to, state: 'released' } as const;
      const unraised: Write = { kind: 'save-workspace', from: to, to: still, journal: aNote() };
      await expect(on.store.commit([unraised])).rejects.toThrow(/version/);
    });
  });
}

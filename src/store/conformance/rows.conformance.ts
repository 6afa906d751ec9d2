import { describe, expect, test } from 'vitest';
import {
  addSession,
  aMessage,
  aNote,
  anAttempt,
  aQuestion,
  aSession,
  aSpec,
  aTurn,
  aWorkspace,
  saveStep,
  stepOf,
  T0,
} from '../../../tests/store/rows.ts';
import type { CommitResult } from '../commit-result.ts';
import type { Write } from '../store.ts';
import { duplicateOf, everything, NO_SLOT, type Pair, SAVED, STALE } from './pair.conformance.ts';

export function describeRows(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);

  describe('rows', () => {
    test('a project that was moved takes the paths of this host along, and of no other folder', async () => {
      const [from, to] = ['/home/ä 🐝/shop', '/srv/shop'];
      const sessions = [
        { id: 'inside', hostId: 'here', path: `${from}/.swarm/worktrees/inside`, workDir: from },
        { id: 'beside', hostId: 'here', path: `${from}-2/.swarm/worktrees/beside`, workDir: `${from}2` },
        { id: 'new', hostId: null, path: `${from}/.swarm/worktrees/new`, workDir: null },
        { id: 'far', hostId: 'there', path: `${from}/.swarm/worktrees/far`, workDir: `${from}/src` },
      ];
      for (const { id, hostId, path, workDir } of sessions) {
        const session = aSession({ id, hostId, workDir });
        await save(
          { kind: 'add-session', session, spec: aSpec(), journal: aNote() },
          { kind: 'add-workspace', workspace: aWorkspace({ sessionId: id, path }), journal: aNote() },
        );
      }
      const move: Write = { kind: 'move-paths', from, to, hostId: 'here', journal: aNote() };
      await save(move);
      await save(move);
      const seen = sessions.map(async ({ id }) => {
        const [workspace, session] = [await on.store.findWorkspace(id), await on.store.findSession(id)];
        return [workspace?.path, workspace?.version, session?.workDir, session?.version];
      });
      expect(await Promise.all(seen)).toEqual([
        [`${to}/.swarm/worktrees/inside`, 2, to, 2],
        [`${from}-2/.swarm/worktrees/beside`, 1, `${from}2`, 1],
        [`${to}/.swarm/worktrees/new`, 2, null, 1],
        [`${from}/.swarm/worktrees/far`, 1, `${from}/src`, 1],
      ]);
    });

    test('every row comes back as it was written, whatever the text in it', async () => {
      const text = `quotes ' " \` $(x) \\ \n\t{é} 漢 🐝 ${'x'.repeat(100_000)}`;
      const session = aSession({
        ...{ runId: '1', workId: 'w-1', workDir: text },
        role: text,
        model: text,
        reasonText: text,
        tags: [text, 'b'],
        metadata: { [text]: text },
        key: text,
        hasWorkspace: true,
        priority: 'high',
        exitCode: -1,
        workedMs: 2 ** 52,
        archivedAt: T0,
      });
      const spec = aSpec({
        prompt: text,
        command: ['a', text],
        tools: [text],
        budgetUsd: 0.1,
        budgetTokens: 7,
        schema: text,
        env: { A: text },
      });
      const turn = aTurn({ body: text });
      const attempt = anAttempt({
        lastResult: text,
        lastResultOk: false,
        costUsd: 0.1 + 0.2,
        resumed: true,
        capMicroUsd: 5,
        reservedMicroUsd: 4,
        reservedTokens: 3,
        reservedDay: text,
      });
      const question = aQuestion({
        text,
        options: [text, 'no'],
        kind: 'permission',
        payload: { requestId: text, input: text },
        line: 7,
      });
      const message = aMessage({ body: text, turnId: turn.id });
      const workspace = aWorkspace({ path: text });
      await save(
        addSession(session, spec),
        { kind: 'add-turn', turn, journal: aNote() },
        { kind: 'add-attempt', attempt, journal: aNote() },
        { kind: 'add-question', question, journal: aNote() },
        { kind: 'add-message', message, journal: aNote() },
        { kind: 'add-workspace', workspace, journal: aNote() },
        { kind: 'add-intake', key: text, at: T0, answer: text },
      );

      expect(await on.other.findSession(session.id)).toEqual(session);
      expect(await on.other.findSessionByKey(text)).toEqual(session);
      expect(await on.other.findSpec(session.id)).toEqual(spec);
      expect(await on.other.findTurn(turn.id)).toEqual(turn);
      expect(await on.other.listTurns(session.id)).toEqual([turn]);
      expect(await on.other.findAttempt(session.id, 1)).toEqual(attempt);
      expect(await on.other.listAttempts(session.id)).toEqual([attempt]);
      expect(await on.other.findQuestion(question.id)).toEqual(question);
      expect(await on.other.listMessages({})).toEqual([message]);
      expect(await on.other.findWorkspace(session.id)).toEqual(workspace);
      expect(await on.other.listWorkspaces()).toEqual([workspace]);
      expect(await on.other.findIntake(text)).toBe(text);
    });

    test('what is not there is undefined or empty', async () => {
      expect(await on.store.findSession('none')).toBeUndefined();
      expect(await on.store.findSessionByKey('none')).toBeUndefined();
      expect(await on.store.findSpec('none')).toBeUndefined();
      expect(await on.store.findTurn('none')).toBeUndefined();
      expect(await on.store.findAttempt('none', 1)).toBeUndefined();
      expect(await on.store.findQuestion('none')).toBeUndefined();
      expect(await on.store.findIntake('none')).toBeUndefined();
      expect(await on.store.findWorkspace('none')).toBeUndefined();
      expect(await on.store.listTurns('none')).toEqual([]);
      expect(await on.store.listJournal({ after: 0, limit: 10 })).toEqual([]);
      expect(await on.store.lastJournalSeq()).toBe(0);
    });

    test('a row of a session that does not exist is a bug, and leaves nothing behind', async () => {
      const writes: Write[] = [
        { kind: 'add-intake', key: 'k', at: T0, answer: '' },
        { kind: 'add-turn', turn: aTurn(), journal: aNote() },
      ];
      await expect(on.store.commit(writes)).rejects.toThrow();
      expect(await on.store.findIntake('k')).toBeUndefined();
      expect(await on.store.commit([addSession()])).toEqual(SAVED);
    });

    test('the order of writes inside a commit does not matter for what refers to what', async () => {
      await save(
        { kind: 'add-message', message: aMessage({ turnId: 'turn-1' }), journal: aNote() },
        { kind: 'add-turn', turn: aTurn(), journal: aNote() },
        addSession(),
      );
    });
  });

  describe('duplicates', () => {
    const base = (): Write[] => [
      addSession(aSession({ key: 'k' })),
      { kind: 'add-turn', turn: aTurn(), journal: aNote() },
      { kind: 'add-attempt', attempt: anAttempt(), journal: aNote() },
      { kind: 'add-question', question: aQuestion(), journal: aNote() },
      { kind: 'add-message', message: aMessage(), journal: aNote() },
      { kind: 'add-intake', key: 'i', at: T0, answer: 'first' },
      { kind: 'add-workspace', workspace: aWorkspace(), journal: aNote() },
    ];
    const second: readonly (readonly [string, string, Write])[] = [
      ['session id', 'session', addSession(aSession({ persona: 'other' }))],
      ['session id and key', 'session', addSession(aSession({ key: 'k' }))],
      ['session key', 'session-key', addSession(aSession({ id: 'other', key: 'k' }))],
      ['turn id', 'turn', { kind: 'add-turn', turn: aTurn({ number: 2 }), journal: aNote() }],
      [
        'turn number of a session',
        'turn',
        { kind: 'add-turn', turn: aTurn({ id: 'other' }), journal: aNote() },
      ],
      [
        'attempt number',
        'attempt',
        { kind: 'add-attempt', attempt: anAttempt({ hostId: 'x' }), journal: aNote() },
      ],
      ['question', 'question', { kind: 'add-question', question: aQuestion({ text: '' }), journal: aNote() }],
      ['message', 'message', { kind: 'add-message', message: aMessage({ body: '' }), journal: aNote() }],
      ['intake', 'intake', { kind: 'add-intake', key: 'i', at: T0, answer: 'second' }],
      [
        'workspace',
        'workspace',
        { kind: 'add-workspace', workspace: aWorkspace({ path: '' }), journal: aNote() },
      ],
    ];
    test.each(second)(
      'a second %s is refused as a duplicate and changes nothing',
      async (_what, of, write) => {
        await save(...base());
        const before = await everything(on.store);
        expect(await on.store.commit([write])).toEqual(duplicateOf(of));
        expect(await everything(on.store)).toEqual(before);
      },
    );

    test('sessions without a key do not clash', async () => {
      await save(addSession(aSession({ id: 'a' })), addSession(aSession({ id: 'b' })));
    });
  });

  describe('all or nothing', () => {
    const refused: readonly (readonly [string, Write, CommitResult])[] = [
      ['stale', saveStep(stepOf(aSession({ id: 'gone' }), 'launch')), STALE],
      ['without a slot', { kind: 'take-slot', limit: 0 }, NO_SLOT],
      [
        'a duplicate',
        { kind: 'add-intake', key: 'i', at: T0, answer: '' },
        duplicateOf('intake') as CommitResult,
      ],
    ];
    test.each(refused)(
      'when the last write is %s, those before it are taken back',
      async (_what, last, result) => {
        await save(addSession(), { kind: 'add-intake', key: 'i', at: T0, answer: '' });
        const before = await everything(on.store);
        const writes: Write[] = [
          addSession(aSession({ id: 'b', tags: ['t'] })),
          saveStep(stepOf(aSession(), 'launch')),
          { kind: 'add-turn', turn: aTurn(), journal: aNote() },
          { kind: 'add-note', sessionId: null, event: 'noted', journal: aNote() },
          last,
        ];
        expect(await on.store.commit(writes)).toEqual(result);
        expect(await everything(on.store)).toEqual(before);
      },
    );

    test('the first write that is refused gives the reason', async () => {
      await save(addSession());
      const stale = saveStep(stepOf(aSession({ id: 'gone' }), 'launch'));
      expect(await on.store.commit([stale, { kind: 'take-slot', limit: 0 }, addSession()])).toEqual(STALE);
      expect(await on.store.commit([{ kind: 'take-slot', limit: 0 }, stale])).toEqual(NO_SLOT);
      expect(await on.store.commit([addSession(), stale])).toEqual(duplicateOf('session'));
    });

    test('reads of the same process never see half a commit', async () => {
      const counts: number[] = [];
      const look = async () => {
        for (let n = 0; n < 20; n++) counts.push((await on.store.listTurns(aSession().id)).length);
      };
      const turns = Array.from(
        { length: 20 },
        (_, n): Write => ({ kind: 'add-turn', turn: aTurn({ id: `t${n}`, number: n }), journal: aNote() }),
      );
      await Promise.all([look(), on.store.commit([addSession(), ...turns]), look()]);
      expect(counts.filter((count) => count !== 0 && count !== 20)).toEqual([]);
    });
  });
}

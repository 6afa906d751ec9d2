import { expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { aQuestion, aSession, aTurn } from '../../../tests/store/rows.ts';
import { type Draft, openDraft } from '../../app/draft.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import { applyFact } from './apply-fact.ts';

const config = aConfig({ retries: 3, failures: { backoffCapMs: 60_000 } });
const context = {
  config,
  attempt: 1,
  awaited: [],
  unsettled: [],
  record: { messages: 0, tools: 0 },
  isOnScreen: false,
  echoes: true,
  resetAt: null,
  openQuestions: [],
  hasTranscript: true,
  promptId: 'p1',
  isPromptOf: (turn: Turn, text: string) => turn.body === text,
  hash: (text: string) => text,
  uuid: () => 'new-turn',
  isAllowanceSpent: false,
  contractErrors: [],
  login: { title: 'The CLI', remedy: 'log in' },
};
const ended = (ok: boolean, problem: string | null = null): AgentFact => ({
  kind: 'turn-ended',
  ok,
  text: 'words',
  problem,
  inputTokens: 0,
  outputTokens: 0,
  processCostUsd: null,
});

type Rows = Readonly<{
  session?: Partial<Session>;
  turns?: Partial<Turn>[];
  open?: readonly Question[];
  unsettled?: readonly Question[];
  echoes?: boolean;
}>;

function apply(rows: Rows, ...facts: AgentFact[]): Draft {
  const session = aSession({ state: 'working', attempt: 1, ...rows.session });
  const turns = (rows.turns ?? []).map((turn, index) =>
    aTurn({ id: `t${index + 1}`, number: index + 1, attempt: 1, ...turn }),
  );
  const draft = openDraft(session, turns, { at: 100, by: 'supervisor' });
  const isOnScreen = session.mode === 'interactive';
  const echoes = rows.echoes ?? true;
  const around = {
    ...context,
    isOnScreen,
    echoes,
    openQuestions: rows.open ?? [],
    unsettled: rows.unsettled ?? [],
  };
  for (const fact of facts) applyFact(draft, fact, around);
  return draft;
}

const statesOf = ({ session, turns }: Draft): string[] => [session.state, ...turns.map(({ state }) => state)];

test('the first word of an attempt is how it is heard', () => {
  const draft = apply({ session: { state: 'starting' } }, { kind: 'broken', problem: 'not JSON' });
  expect(draft.session.state).toBe('working');
});

test('an echo marks its turn as read, once', () => {
  const saw: AgentFact = { kind: 'saw-turn', turnId: 't1' };
  const draft = apply({ turns: [{ state: 'handed' }] }, saw, saw);
  expect(statesOf(draft)).toEqual(['working', 'seen']);
  expect(draft.writes).toHaveLength(1);
});

test('an echo of a turn that no row knows as handed over makes the commit depend on the version', () => {
  const draft = apply({ turns: [{ state: 'queued', attempt: 0 }] }, { kind: 'saw-turn', turnId: 't1' });
  expect(draft.writes).toEqual([
    { kind: 'touch-session', session: aSession({ state: 'working', attempt: 1 }) },
  ]);
});

test('a good end of the only turn completes the session', () => {
  expect(statesOf(apply({ turns: [{ state: 'seen' }] }, ended(true)))).toEqual(['stopping', 'done']);
});

test('what was handed over already is worked off without a rest in between', () => {
  const draft = apply({ turns: [{ state: 'seen' }, { state: 'handed' }] }, ended(true));
  expect(statesOf(draft)).toEqual(['working', 'done', 'handed']);
});

test('an end before any turn was read is the end of something of its own, and takes no turn with it', () => {
  const draft = apply({ turns: [{ state: 'handed' }] }, ended(true));
  expect(statesOf(draft)).toEqual(['working', 'handed']);
});

test('an answer of the CLI itself ends the prompt that it was given, which no echo told of', () => {
  const answer = { ...ended(true), isOwnAnswer: true } as AgentFact;
  expect(statesOf(apply({ turns: [{ state: 'handed' }] }, answer))).toEqual(['stopping', 'done']);
  const [first, second] = [{ state: 'handed' }, { state: 'handed' }] as const;
  expect(statesOf(apply({ turns: [first, second] }, answer))).toEqual(['working', 'done', 'handed']);
  expect(statesOf(apply({ turns: [{ state: 'seen' }, first] }, answer))).toEqual([
    'working',
    'done',
    'handed',
  ]);
});

test('a limit parks the session and leaves its turn open until the process is gone', () => {
  const limited: AgentFact = { kind: 'limited', resetAt: null, text: 'limit' };
  const draft = apply({ turns: [{ state: 'handed' }] }, limited, ended(false, 'rate-limit'));
  expect(statesOf(draft)).toEqual(['parked', 'handed']);
  expect(draft.session.retriesLeft).toBe(aSession().retriesLeft);
});

test('a turn that a limit ended parks the session just so, until the end that its words name', () => {
  const end = { ...ended(false, 'rate-limit'), text: 'resets 1am (Etc/UTC)' } as AgentFact;
  const { session } = apply({ turns: [{ state: 'seen' }], session: { retriesLeft: 0 } }, end);
  expect(session).toMatchObject({ state: 'parked', resumeAt: 3_660_000, failures: 1 });
  expect(session.parked).toEqual({ cause: 'rate-limit', text: 'resets 1am (Etc/UTC)' });
});

test.each(['server-error', 'overloaded', 'network'])('%s parks without a retry, and counts', (problem) => {
  const session = { retriesLeft: 0, failures: 3 };
  const draft = apply({ turns: [{ state: 'seen' }], session }, ended(false, problem));
  expect(draft.session).toMatchObject({ state: 'parked', retriesLeft: 0, failures: 4 });
  expect(draft.session.resumeAt).toBe(100 + 240_000);
});

test('a turn that ends well forgets the failures before it', () => {
  const session = { ends: 'when-told', failures: 3 } as const;
  expect(apply({ session, turns: [{ state: 'seen' }] }, ended(true)).session.failures).toBe(0);
});

test('a parked session goes on with a turn that its agent left off and calls ended well', () => {
  const end = { ...ended(true), text: '' } as AgentFact;
  const draft = apply({ session: { state: 'parked' }, turns: [{ state: 'seen' }] }, end);
  expect(statesOf(draft)).toEqual(['parked', 'seen']);
});

test('a parked session whose agent still ends its turn well has that turn done', () => {
  const draft = apply({ session: { state: 'parked' }, turns: [{ state: 'seen' }] }, ended(true));
  expect(statesOf(draft)).toEqual(['parked', 'done']);
});

test('a turn that ends while its session waits or stops is settled without moving the session', () => {
  for (const state of ['waiting', 'stopping'] as const) {
    expect(statesOf(apply({ session: { state }, turns: [{ state: 'seen' }] }, ended(false)))).toEqual([
      state,
      'failed',
    ]);
  }
});

test('an agent at rest that speaks up has woken by itself', () => {
  expect(apply({ session: { state: 'idle' } }, { kind: 'said', text: 'ready' }).session.state).toBe(
    'working',
  );
  expect(
    apply({ session: { state: 'idle' } }, { kind: 'background', all: [], keepsWakeUps: true }).session.state,
  ).toBe('idle');
});

test('a request of the agent CLI becomes an open question that the session waits for', () => {
  const draft = apply({}, { kind: 'permission-asked', requestId: 'r1', tool: 'Write', summary: '/a' });
  expect(draft.session.state).toBe('waiting');
  expect(draft.writes.at(-1)).toMatchObject({
    kind: 'add-question',
    question: {
      kind: 'permission',
      payload: { requestId: 'r1', input: null },
      state: 'open',
      options: ['allow', 'deny'],
    },
  });
});

test('where nothing is echoed, the first answer shows that the prompt was read', () => {
  const turns = [{ state: 'handed' as const }];
  const began: AgentFact = { kind: 'began', conversationId: 'c', model: null };
  const said: AgentFact = { kind: 'said', text: 'hm' };
  expect(statesOf(apply({ turns, echoes: false }, began))).toEqual(['working', 'handed']);
  expect(statesOf(apply({ turns, echoes: false }, began, said, said))).toEqual(['working', 'seen']);
  expect(statesOf(apply({ turns, echoes: true }, said))).toEqual(['working', 'handed']);
});

test('a turn that ran out of its allowance is interrupted, and goes on as the budgets allow', () => {
  const session = aSession({ state: 'working', attempt: 1 });
  const turns = [aTurn({ id: 't1', attempt: 1, state: 'seen' })];
  const draft = openDraft(session, turns, { at: 100, by: 'supervisor' });
  applyFact(draft, ended(false, 'budget'), { ...context, isAllowanceSpent: true });
  expect(statesOf(draft)).toEqual(['idle', 'interrupted', 'queued']);
});

test('where the agent CLI stopped at a limit of its own, a person is asked', () => {
  const draft = apply({ turns: [{ state: 'seen' }] }, ended(false, 'budget'));
  expect(statesOf(draft)).toEqual(['waiting', 'interrupted', 'queued']);
  expect(draft.writes.at(-1)).toMatchObject({ kind: 'add-question', question: { kind: 'process-budget' } });
});

test('where no account is logged in a person is asked, and the turn waits without a slot', () => {
  const draft = apply({ turns: [{ state: 'seen' }] }, ended(false, 'authentication'));
  expect(statesOf(draft)).toEqual(['waiting', 'interrupted', 'queued']);
  expect(draft.session.retriesLeft).toBe(aSession().retriesLeft);
  expect(draft.writes.at(-1)).toMatchObject({
    kind: 'add-question',
    question: { kind: 'login', options: ['go on', 'give up'], text: expect.stringContaining('words') },
  });
});

test('what the process has still to read meets the same end first', () => {
  const draft = apply({ turns: [{ state: 'seen' }, { state: 'handed' }] }, ended(false, 'authentication'));
  expect(statesOf(draft)).toEqual(['working', 'interrupted', 'handed', 'queued']);
  const unread = apply({ turns: [{ state: 'handed' }] }, ended(false, 'authentication'));
  expect(statesOf(unread)).toEqual(['waiting', 'handed']);
});

const prompt = (text: string, promptId = 'p2'): AgentFact => ({ kind: 'saw-prompt', text, promptId });
const onScreen = (changes: Partial<Session> = {}): Partial<Session> => ({ mode: 'interactive', ...changes });
const ofRequest = (id = 'q1', requestId = 'r1', input = '{"a":1}'): Question =>
  aQuestion({ id, attempt: 1, kind: 'permission', payload: { requestId, input } });
const closedIn = ({ writes }: Draft): string[] =>
  writes.flatMap((write) => (write.kind === 'step-question' ? [write.step.to.state] : []));

test('a prompt on the screen marks the turn whose words it has, and no other', () => {
  const turns = [{ state: 'handed', body: 'one' } as const, { state: 'handed', body: 'two' } as const];
  expect(statesOf(apply({ session: onScreen(), turns }, prompt('two')))).toEqual([
    'working',
    'handed',
    'seen',
  ]);
  expect(statesOf(apply({ session: onScreen(), turns }, prompt('three')))).toEqual([
    'working',
    'handed',
    'handed',
  ]);
});

test('words that no row knows as handed over make the commit depend on the version', () => {
  const draft = apply(
    { session: onScreen(), turns: [{ state: 'queued', attempt: 0, body: 'one' }] },
    prompt('one'),
  );
  expect(draft.writes.map(({ kind }) => kind)).toEqual(['touch-session']);
});

const read = (text: string, isWithin: boolean): AgentFact => ({ kind: 'read-prompt', text, isWithin });
const behind: Rows = {
  session: onScreen({ ends: 'when-told' }),
  turns: [
    { state: 'seen', body: 'one' },
    { state: 'handed', body: 'two' },
  ],
};

test('a prompt behind a turn at work is read when the transcript says so, and ends by its own end', () => {
  const waiting = apply(behind, prompt('two', 'p1'), ended(true));
  expect(statesOf(waiting)).toEqual(['working', 'done', 'handed']);
  const begun = apply(behind, prompt('two', 'p1'), ended(true), read('two', false));
  expect(statesOf(begun)).toEqual(['working', 'done', 'seen']);
  const over = [prompt('two', 'p1'), ended(true), read('two', false), ended(true)];
  expect(statesOf(apply(behind, ...over))).toEqual(['idle', 'done', 'done']);
});

test('a prompt whose own end was told before the transcript told of it is over', () => {
  const late: AgentFact = { kind: 'read-prompt', text: 'two', isWithin: false, promptId: 'p1' };
  expect(statesOf(apply(behind, ended(true), late))).toEqual(['idle', 'done', 'done']);
  const other = { ...late, promptId: 'p9' };
  expect(statesOf(apply(behind, ended(true), other))).toEqual(['working', 'done', 'seen']);
});

test('a prompt that was read within a turn ends with it, whichever is told first', () => {
  const inside = apply(behind, read('two', true), ended(true));
  expect(statesOf(inside)).toEqual(['idle', 'done', 'done']);
  const late = apply(behind, ended(true), read('two', true));
  expect(statesOf(late)).toEqual(['idle', 'done', 'done']);
});

test('a prompt that a person types wakes a session at rest', () => {
  expect(apply({ session: onScreen({ state: 'idle' }) }, prompt('hello')).session.state).toBe('working');
});

test('a prompt means that no dialog stands there any more', () => {
  expect(
    closedIn(apply({ session: onScreen({ state: 'waiting' }), open: [ofRequest()] }, prompt('no'))),
  ).toEqual(['superseded']);
  const own = aQuestion({ attempt: 1, kind: 'ask', payload: { key: 'k' } });
  expect(closedIn(apply({ session: onScreen({ state: 'waiting' }), open: [own] }, prompt('no')))).toEqual([]);
});

test('the end of a turn closes the dialog of a screen, and no request of a task behind it', () => {
  const turns = [{ state: 'seen' } as const];
  const open = [ofRequest()];
  expect(closedIn(apply({ session: onScreen({ state: 'waiting' }), turns, open }, ended(true)))).toEqual([
    'superseded',
  ]);
  expect(closedIn(apply({ session: { state: 'waiting' }, turns, open }, ended(true)))).toEqual([]);
});

test('a request and its end in one reading leave no open question', () => {
  const draft = apply(
    { session: onScreen(), turns: [{ state: 'seen' }] },
    { kind: 'permission-asked', requestId: 'r1', tool: 'Write', summary: '/a', input: '{"a":1}' },
    { kind: 'request-settled', tool: 'Write', input: '{"a":1}' },
  );
  expect(closedIn(draft)).toEqual(['superseded']);
  expect(statesOf(draft)).toEqual(['waiting', 'seen']);
});

test('a tool that has run settles what was asked about that very call', () => {
  const open = [ofRequest(), ofRequest('q2', 'r2', '{"a":2}')];
  const draft = apply(
    { session: onScreen({ state: 'waiting' }), open },
    {
      kind: 'request-settled',
      tool: 'Write',
      input: '{"a":2}',
    },
  );
  expect(draft.writes).toMatchObject([{ kind: 'touch-session' }, { step: { from: { id: 'q2' } } }]);
});

const began: AgentFact = { kind: 'began', conversationId: 'c', model: null };

test('a screen that was opened for a person rests as soon as it is there', () => {
  const draft = apply(
    { session: onScreen({ state: 'starting' }), turns: [{ kind: 'takeover', state: 'handed' }] },
    began,
  );
  expect(statesOf(draft)).toEqual(['idle', 'done']);
});

test('it does not rest with a turn that was handed over before it was there', () => {
  const turns = [{ kind: 'takeover', state: 'handed' } as const, { kind: 'steer', state: 'handed' } as const];
  expect(statesOf(apply({ session: onScreen(), turns }, began))).toEqual(['working', 'done', 'handed']);
});

test('another conversation on the screen is no work, and without a screen it is', () => {
  expect(apply({ session: onScreen({ state: 'idle' }) }, began).session.state).toBe('idle');
  expect(apply({ session: { state: 'idle' } }, began).session.state).toBe('working');
});

test('a request between turns wakes the session that has to wait for its answer', () => {
  const asked: AgentFact = { kind: 'permission-asked', requestId: 'r1', tool: 'Write', summary: '/a' };
  expect(apply({ session: { state: 'idle' } }, asked).session.state).toBe('waiting');
});

test('an agent that wakes settles the question whether to wait on, unless a person stops it', () => {
  const question = aQuestion({
    ...wordQuestion('background', { what: 'command "npm test"', waited: '30 min' }),
    state: 'open',
  });
  const woken = (asked: Question) =>
    apply({ session: { state: 'waiting' }, unsettled: [asked] }, { kind: 'said', text: 'on' });
  expect(woken(question).session.state).toBe('working');
  expect(woken(question).writes[0]).toMatchObject({
    kind: 'step-question',
    step: { to: { state: 'superseded' } },
  });
  const answered = { ...question, state: 'answered', answer: 'do not wait' } as Question;
  expect(woken(answered).writes[0]).toMatchObject({ step: { to: { state: 'delivered' } } });
  expect(woken({ ...answered, answer: 'stop' } as Question).session.state).toBe('waiting');
});

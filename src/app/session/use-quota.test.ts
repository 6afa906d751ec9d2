import { expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { addSession, aSession } from '../../../tests/store/rows.ts';
import { refusalText } from '../../views/refusal-text.ts';
import { type AskingDeps, intakeRequest } from '../asking/intake-request.ts';

const mine = aSession({ id: 's-1', state: 'working', attempt: 1 });
const limits = { itemsPerSession: 2, messagesPerSession: 2, questionsPerSession: 1, notesPerSession: 1 };

/** A session whose agent asks, with small limits. */
async function stage() {
  const store = new OracleStore();
  await store.commit([addSession(mine)]);
  let made = 0;
  const deps = {
    store,
    clock: { now: () => 5_000 },
    ids: {
      uuid: () => `uuid-${++made}`,
      hash: (text: string) => Buffer.from(text).toString('hex').slice(-12),
    },
    config: aConfig({ limits }),
    poke: async () => {},
    wordRefusal: (refusal) => refusalText(refusal).message,
    hasFile: async () => true,
    outside: null,
  } as Partial<AskingDeps> as AskingDeps;
  const ask = async (name: string, request: object, with_: AskingDeps = deps) => {
    const file = { key: `s-1/1/${name}.json`, name, text: JSON.stringify(request), attempt: 1 };
    const session = (await store.findSession('s-1')) ?? mine;
    const outcome = await intakeRequest(with_, session, file);
    return typeof outcome === 'string' ? outcome : `${outcome.ok} ${outcome.text}`;
  };
  const told = async () =>
    (await store.listJournal({ after: 0, limit: 99, sessionId: 's-1', event: 'quota-spent' })).map(
      ({ note }) => note,
    );
  return { store, deps, ask, told };
}

const add = (title: string) => ({ verb: 'queue.add', title });
const say = (body: string) => ({ verb: 'message.send', to: 'person', body, steer: false });

test('an agent adds as many work items as its limit; each further one is refused, told once', async () => {
  const { store, ask, told } = await stage();
  const answers = [];
  for (const title of ['a', 'b', 'c', 'd']) answers.push(await ask(title, add(title)));
  expect(answers.map((answer) => answer.split(' ')[0])).toEqual(['true', 'true', 'false', 'false']);
  expect(answers[3]).toContain('2 work items were added, as many as one session may');
  expect(answers[3]).toContain('limits.itemsPerSession');
  expect(await store.countWork({})).toEqual({ queued: 2 });
  expect(await told()).toEqual([
    '2 work items were added, as many as one session may; more are refused (limits.itemsPerSession)',
  ]);
});

test('the same work again, and the same request again, use nothing of the limit', async () => {
  const { ask } = await stage();
  await ask('a', { ...add('x'), id: 'x' });
  expect(await ask('b', { ...add('x'), id: 'x' })).toBe('true x is in the queue already');
  await ask('a', { ...add('x'), id: 'x' });
  expect(await ask('c', add('y'))).toMatch(/^true/);
  expect(await ask('d', add('z'))).toMatch(/^false/);
});

test('messages are counted apart from work items, and a raised limit lets the session go on', async () => {
  const { store, deps, ask, told } = await stage();
  for (const title of ['a', 'b', 'c']) await ask(title, add(title));
  expect([await ask('d', say('one')), await ask('e', say('two'))].join()).not.toContain('false');
  expect(await ask('f', say('three'))).toContain('2 messages were sent');
  expect(await store.listMessages({ recipient: 'person' })).toHaveLength(2);
  const raised = { ...deps, config: aConfig({ limits: { ...limits, messagesPerSession: 3 } }) };
  expect(await ask('g', say('four'), raised)).toMatch(/^true/);
  expect(await ask('h', say('five'), raised)).toContain('3 messages were sent');
  expect(await told()).toHaveLength(3);
});

test('a question beyond the limit is refused, and the session waits for no answer to it', async () => {
  const { store, ask, told } = await stage();
  expect(await ask('a', { verb: 'question.ask', text: 'first?' })).toBe('later');
  expect(await ask('b', { verb: 'question.ask', text: 'second?' })).toContain('1 questions were asked');
  expect(await store.listQuestions({ sessionId: 's-1' })).toHaveLength(1);
  expect(await told()).toHaveLength(1);
});

test('a note beyond the limit is refused, and nothing of it stays', async () => {
  const { store, ask, told } = await stage();
  expect(await ask('a', { verb: 'note.add', description: 'I assume one' })).toMatch(/^true/);
  expect(await ask('b', { verb: 'note.add', description: 'I assume two' })).toContain('1 notes were written');
  expect(await store.listNotes({ sessionId: 's-1' })).toHaveLength(1);
  expect(await told()).toHaveLength(1);
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { addSession, aNote, aSession, T0 } from '../../../tests/store/rows.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { joinedAs, type Participant, stepParticipant } from '../../domain/participant/participant.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Store, Write } from '../../store/store.ts';
import { ackMailVerb } from './ack-mail.ts';
import type { MailDeps } from './mail-deps.ts';
import { readMailVerb } from './read-mail.ts';
import { readMailInboxVerb } from './read-mail-inbox.ts';
import { replyMailVerb } from './reply-mail.ts';
import { searchMailVerb } from './search-mail.ts';
import { sendMailVerb } from './send-mail.ts';

const person = (baseName: string, joinedAt: number, track: string | null = null): Participant =>
  joinedAs({
    baseName,
    joinedAt,
    track,
    cli: null,
    conversationId: null,
    hostId: 'h',
    anchor: { pid: joinedAt, start: '1', boot: 'b' },
    workDir: '/w',
  });
const BLUE = person('BlueLake', T0, 'api');
const GREEN = person('GreenCastle', T0 + 1, 'api');
const RED = person('RedFox', T0 + 2);
const JUDGE = aSession({ id: '20250101-100000-judge', persona: 'judge', state: 'idle', attempt: 1 });

const WORDS = { importance: 'normal', ack: false } as const;

/** A project with these at work; `as` asks in the name of one of them. */
async function stage({ messagesPerSession = 500, sessions = [JUDGE] as readonly Session[] } = {}) {
  const store = new OracleStore();
  await store.commit(sessions.map((session) => addSession(session)));
  const joins = [BLUE, GREEN, RED].map(
    (participant): Write => ({ kind: 'add-participant', participant, journal: aNote('join') }),
  );
  expect(await store.commit(joins)).toMatchObject({ saved: true });
  let made = 0;
  const poked: string[] = [];
  const blobs = new Map<string, string>();
  const config = aConfig({ mail: { ackAfterMs: 1_000 } });
  const as = (who: Participant | null, rows: Store = store): MailDeps => ({
    store: rows,
    clock: { now: () => T0 + 100 },
    ids: { uuid: () => `uuid-${++made}`, hash: (text) => createHash('sha256').update(text).digest('hex') },
    config: { ...config, limits: { ...config.limits, messagesPerSession } },
    hostId: 'h',
    by: 'ann',
    poke: async (key) => void poked.push(key),
    blobs: {
      pathOf: (sha256) => `/blobs/${sha256.slice(0, 8)}`,
      ensure: async (sha256, text) => void blobs.set(sha256, text),
    },
    readBlob: async (sha256) => blobs.get(sha256) ?? null,
    callers: {
      observe: async () => ({
        hostId: 'h',
        sessionId: null,
        participantId: null,
        workDir: '/w',
        lineage: who?.anchor ? [{ ...who.anchor, program: 'sh', isSessionLeader: true }] : [],
      }),
      isAlive: async () => true,
    },
  });
  const run = <I, V>(verb: { run(deps: never, input: I): Promise<Outcome<V>> }) => {
    return async (who: Participant | null, input: I): Promise<V> => {
      const outcome = await verb.run(as(who) as never, input);
      if (!outcome.ok) throw new Error(outcome.refusal.code);
      return outcome.value;
    };
  };
  return {
    store,
    poked,
    blobs,
    as,
    send: run(sendMailVerb),
    reply: run(replyMailVerb),
    read: run(readMailVerb),
    ack: run(ackMailVerb),
    inbox: run(readMailInboxVerb),
    search: run(searchMailVerb),
  };
}

const unread = { unread: true, bodies: false, limit: 50, urgent: false };

test('mail to a session is a queued turn of the same commit, by its importance', async () => {
  const { store, poked, send } = await stage();
  for (const importance of ['low', 'normal', 'urgent'] as const)
    await send(BLUE, { to: ['judge'], body: importance, ...WORDS, importance });
  const turns = await store.listTurns(JUDGE.id);
  expect(turns.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['prompt queued', 'steer queued']);
  expect(turns[1]?.body).toMatch(/^Mail mail-\w+ from BlueLake .*, urgent: urgent\n\nurgent\n\n/);
  const entries = await store.listMailInbox({ recipient: JUDGE.id, limit: 9 });
  expect(entries.map(({ receipt }) => receipt.turnId)).toEqual([null, turns[0]?.id, turns[1]?.id]);
  expect(poked).toEqual([JUDGE.id, JUDGE.id]);
});

test('whatever commit fails, all of a mail is there or nothing of it', async () => {
  const { store, as } = await stage();
  const dying = new Proxy<Store>(store, {
    get: (it, name) =>
      name === 'commit'
        ? async () => Promise.reject(new Error('died'))
        : (Reflect.get(it, name) as () => unknown).bind(it),
  });
  const wanted = { to: ['all'], body: 'x', ...WORDS };
  await expect(sendMailVerb.run(as(BLUE, dying) as never, wanted)).rejects.toThrow('died');
  expect(await store.listMail({}, { limit: 9 })).toEqual([]);
  expect(await store.listTurns(JUDGE.id)).toEqual([]);
});

test('a mail is read and acknowledged by its recipients alone, a second time for nothing', async () => {
  const { send, read, ack, inbox } = await stage();
  const { mail } = await send(BLUE, { to: ['track:api'], body: 'Locks', ...WORDS, ack: true });
  const ref = { mailId: mail.id };
  expect((await inbox(GREEN, unread)).unread).toBe(1);
  await expect(read(RED, ref)).rejects.toThrow('mail-not-found');
  await expect(ack(BLUE, ref)).rejects.toThrow('mail-not-received');
  expect((await read(GREEN, ref)).entries[0]?.receipt).toMatchObject({ state: 'read', readAt: T0 + 100 });
  expect((await inbox(GREEN, unread)).unread).toBe(0);
  expect(await ack(GREEN, ref)).toMatchObject({ state: 'acknowledged', remindAt: null, version: 3 });
  expect(await ack(GREEN, ref)).toMatchObject({ state: 'acknowledged', version: 3 });
});

test('the person who has not joined sees all mail, marks none of it, and has no inbox', async () => {
  const { store, send, read, search, inbox } = await stage();
  const { mail } = await send(BLUE, { to: ['GreenCastle'], body: 'Locks', ...WORDS });
  expect((await search(null, { query: 'lock', limit: 9 })).mails).toHaveLength(1);
  expect((await read(null, { mailId: mail.id })).entries[0]?.receipt.state).toBe('delivered');
  expect((await search(RED, { query: 'lock', limit: 9 })).mails).toEqual([]);
  await expect(inbox(null, unread)).rejects.toThrow('not-joined');
  expect((await store.listMailReceipts(mail.id))[0]?.receipt.version).toBe(1);
});

test('an answer goes to the sender, to all, or from the sender to the recipients', async () => {
  const { send, reply } = await stage();
  const { mail } = await send(BLUE, { to: ['GreenCastle', 'RedFox'], body: 'Locks', ...WORDS });
  const answer = { mailId: mail.id, body: 'mine', ...WORDS };
  const idsOf = async (who: Participant, all: boolean) =>
    (await reply(who, { ...answer, all })).recipients.map(({ id }) => id);
  expect(await idsOf(GREEN, false)).toEqual([BLUE.id]);
  expect(await idsOf(GREEN, true)).toEqual([BLUE.id, RED.id]);
  expect(await idsOf(BLUE, false)).toEqual([GREEN.id, RED.id]);
  const { mail: second } = await reply(GREEN, { ...answer, all: false });
  expect(second).toMatchObject({ threadId: mail.id, replyTo: mail.id, subject: 'Re: Locks' });
});

test('an answer to several passes over those who have left', async () => {
  const { store, send, reply } = await stage();
  const { mail } = await send(BLUE, { to: ['GreenCastle', 'RedFox'], body: 'Locks', ...WORDS });
  const red = (await store.findParticipant(RED.id)) ?? RED;
  const step = stepParticipant(red, 'leave', { at: T0 + 99 });
  if (!step.ok) throw new Error('it does not step');
  await store.commit([{ kind: 'step-participant', step: step.value, journal: aNote('left') }]);
  const answer = await reply(BLUE, { mailId: mail.id, body: 'more', all: false, ...WORDS });
  expect(answer.recipients.map(({ id }) => id)).toEqual([GREEN.id]);
  await expect(send(BLUE, { to: [RED.id], body: 'x', ...WORDS })).rejects.toThrow('recipient-ended');
});

test('a long body lies in a file, is found by its words, and is read whole', async () => {
  const { store, blobs, send, read, search } = await stage();
  const body = `needle ${'hay '.repeat(20_000)}`;
  const { mail } = await send(BLUE, { to: ['judge', 'GreenCastle'], body, ...WORDS });
  expect(mail.body.length).toBeLessThan(body.length / 10);
  expect((await read(GREEN, { mailId: mail.id })).mail.body).toBe(body);
  expect((await store.listTurns(JUDGE.id))[0]?.body).toContain('/blobs/');
  expect((await search(GREEN, { query: 'needle', limit: 9 })).mails).toHaveLength(1);
  blobs.clear();
  expect((await read(GREEN, { mailId: mail.id })).mail.body).toBe(mail.body);
});

test('a participant sends no more than one session may', async () => {
  const { send, inbox } = await stage({ messagesPerSession: 2 });
  for (const body of ['one', 'two']) await send(BLUE, { to: ['GreenCastle'], body, ...WORDS });
  await expect(send(BLUE, { to: ['GreenCastle'], body: 'three', ...WORDS })).rejects.toThrow('quota-spent');
  await send(RED, { to: ['GreenCastle'], body: 'mine', ...WORDS });
  expect((await inbox(GREEN, unread)).unread).toBe(3);
});

test('sessions that are over or about to be get no mail', async () => {
  const over = aSession({ ...JUDGE, id: '20250101-100000-cook', persona: 'cook', state: 'completed' });
  const stopping = aSession({ ...JUDGE, id: '20250101-100000-maid', persona: 'maid', state: 'stopping' });
  const { send } = await stage({ sessions: [over, stopping] });
  const to = (name: string) => send(BLUE, { to: [name], body: 'x', ...WORDS });
  await expect(to(over.id)).rejects.toThrow('session-already-over');
  await expect(to(stopping.id)).rejects.toThrow('session-already-over');
  await expect(to('cook')).rejects.toThrow('recipient-unknown');
  expect((await to('all')).recipients.map(({ id }) => id)).toEqual([GREEN.id, RED.id]);
});

import { expect, test } from 'vitest';
import { roundDeps, storeWith } from '../../../tests/samples/round.ts';
import { aMail, aNote, aSession, T0 } from '../../../tests/store/rows.ts';
import { newReceipt, stepMail } from '../../domain/mail/mail-receipt.ts';
import type { Store, Write } from '../../store/store.ts';
import { remindSenders } from './remind-senders.ts';

const SENDER = aSession({ state: 'idle', attempt: 1 });
const MAIL = aMail({ from: SENDER.id, isAckWanted: true });
const DUE = T0 + 50;

async function makeWorld(sender = SENDER) {
  const store = await storeWith({ session: sender });
  const clock = { at: DUE, now: () => clock.at };
  const receipts = ['ann', 'bob'].map((recipient) =>
    newReceipt(MAIL, { recipient, turnId: null, remindAt: DUE }),
  );
  const saved = await store.commit([
    { kind: 'add-mail', mail: MAIL, words: [], sessionId: null, journal: aNote('sent') },
    ...receipts.map((receipt): Write => ({ kind: 'add-mail-receipt', receipt })),
  ]);
  expect(saved).toMatchObject({ saved: true });
  const poked: string[] = [];
  const round = (rows: Store = store) =>
    remindSenders(roundDeps({ store: rows, clock, poke: async (key) => void poked.push(key) }));
  const told = async () =>
    (await store.listMailInbox({ recipient: SENDER.id, limit: 9 })).map(({ mail }) => mail.body);
  return { store, clock, receipts, poked, round, told };
}

test('a sender is told at its time, once, of all who have not acknowledged', async () => {
  const { clock, poked, round, told, store } = await makeWorld();
  clock.at = DUE - 1;
  expect(await round()).toEqual({ restUntil: DUE });
  expect(await told()).toEqual([]);
  clock.at = DUE;
  expect(await round()).toBe('again');
  expect(await round()).toEqual({ restUntil: null });
  expect(await told()).toMatchObject([expect.stringMatching(/^ann, bob have not acknowledged/)]);
  expect(poked).toEqual([SENDER.id]);
  expect((await store.listTurns(SENDER.id)).map(({ state }) => state)).toEqual(['queued']);
});

test('who has acknowledged is not named', async () => {
  const { store, receipts, round, told } = await makeWorld();
  const [ann] = receipts;
  const step = ann && stepMail(ann, 'acknowledge', { at: DUE });
  if (!step?.ok) throw new Error('it does not step');
  await store.commit([{ kind: 'step-mail', step: step.value, journal: aNote('ack') }]);
  await round();
  expect(await told()).toMatchObject([expect.stringMatching(/^bob has not acknowledged/)]);
});

test('a sender that is over is told nothing, and the round comes to rest', async () => {
  const { round, told } = await makeWorld(aSession({ ...SENDER, state: 'completed' }));
  expect(await round()).toBe('again');
  expect(await round()).toEqual({ restUntil: null });
  expect(await told()).toEqual([]);
});

test('two supervisors, or one that dies around its commit, tell the sender once', async () => {
  const { store, round, told } = await makeWorld();
  const dying = new Proxy<Store>(store, {
    get: (it, name) =>
      name === 'commit'
        ? async (writes: readonly Write[]) => {
            await it.commit(writes);
            throw new Error('died');
          }
        : (Reflect.get(it, name) as () => unknown).bind(it),
  });
  await expect(round(dying)).rejects.toThrow('died');
  await Promise.all([round(), round()]);
  expect(await told()).toHaveLength(1);
});

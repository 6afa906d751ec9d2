import { expect, test } from 'vitest';
import { storeWith } from '../../../tests/samples/round.ts';
import { aMail, aNote, aSession, aTurn, T0 } from '../../../tests/store/rows.ts';
import { draftTurnStep, openDraft } from '../../app/draft.ts';
import { newReceipt } from '../../domain/mail/mail-receipt.ts';
import type { TurnKind } from '../../domain/turn/turn.ts';
import { draftRidingMail } from './draft-riding-mail.ts';

const SESSION = aSession({ state: 'idle', attempt: 1 });

async function handed(kind: TurnKind) {
  const turn = aTurn({ sessionId: SESSION.id, kind, body: 'Go on.', state: 'queued', attempt: 0 });
  const store = await storeWith({ session: SESSION, turns: [turn] });
  const mail = aMail({ importance: 'low', body: 'By the way' });
  const receipt = newReceipt(mail, { recipient: SESSION.id, turnId: null, remindAt: null });
  await store.commit([
    { kind: 'add-mail', mail, words: [], sessionId: null, journal: aNote('sent') },
    { kind: 'add-mail-receipt', receipt },
  ]);
  const draft = openDraft(SESSION, [turn], { at: T0, by: 'supervisor' });
  const body = await draftRidingMail(store, draft, turn);
  draftTurnStep(draft, turn, { event: 'hand', note: '', attempt: 1, body });
  expect(await store.commit(draft.writes)).toEqual({ saved: true });
  const [entry] = await store.listMailReceipts(mail.id);
  return { body: (await store.findTurn(turn.id))?.body, turnId: entry?.receipt.turnId, turn };
}

test('mail that waited is told with the words of the turn that is handed over', async () => {
  const { body, turnId, turn } = await handed('message');
  expect(body).toMatch(/^Go on\.\n\n---\n\nMail mail-1 from BlueLake.*By the way/s);
  expect(turnId).toBe(turn.id);
});

test('a turn that goes on with begun work keeps its words', async () => {
  expect(await handed('continue')).toMatchObject({ body: 'Go on.', turnId: null });
});

import { describe, expect, test } from 'vitest';
import { aWork } from '../../../tests/samples/work.ts';
import {
  addSession,
  aMail,
  aMemory,
  aMessage,
  aNote,
  aQuestion,
  aRun,
  aSession,
  aSpec,
  T0,
} from '../../../tests/store/rows.ts';
import { openNote } from '../../domain/note/note.ts';
import { SEARCH_KINDS, type SearchKind } from '../../domain/search/hit.ts';
import type { Write } from '../store.ts';
import { type Pair, SAVED } from './pair.conformance.ts';

const ID = aSession().id;
const journal = aNote();
const message = (id: string, body: string, createdAt = T0): Write => ({
  kind: 'add-message',
  message: aMessage({ id, body, createdAt, recipient: ID }),
  journal,
});

export function describeSearch(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);
  const find = async (kind: SearchKind, ...terms: string[]) =>
    (await on.other.listHits({ terms, kind }, { limit: 100 })).map(({ id }) => id);

  describe('a search', () => {
    test('finds what was said in every kind of row, with where it belongs', async () => {
      const run = aRun({ goal: 'Why is the lock slow?' });
      const note = openNote({
        sessionId: ID,
        runId: null,
        taskId: null,
        number: 1,
        description: 'The lock may be lost',
        context: '',
        createdAt: T0,
      });
      await save(addSession(aSession(), aSpec({ prompt: 'Mend the lock of the store' })));
      await save({ kind: 'add-run', run, memory: aMemory(), journal });
      await save({ kind: 'add-work', work: aWork({ id: 'w1', body: 'a lock' }), journal });
      await save({ kind: 'add-question', question: aQuestion({ text: 'Which lock?' }), journal });
      await save({ kind: 'add-completion-note', note, journal });
      await save(message('m1', 'Take the lock'));
      await save({ kind: 'add-mail', mail: aMail({ body: 'A lock!' }), words: [], sessionId: null, journal });
      await save({ kind: 'add-note', sessionId: ID, event: 'fault', journal: aNote('no lock') });
      const found = await Promise.all(SEARCH_KINDS.map((kind) => find(kind, 'lock')));
      expect(found.slice(0, -1)).toEqual([
        [ID],
        [run.id],
        ['w1'],
        ['question-1'],
        [note.id],
        ['m1'],
        ['mail-1'],
      ]);
      const [line] = await on.store.listHits({ terms: ['lock', 'no'], kind: 'journal' }, { limit: 9 });
      expect(line).toMatchObject({ sessionId: ID, title: 'fault', text: 'no lock' });
      const worded = await on.store.listHits({ terms: ['question', 'asked'], kind: 'journal' }, { limit: 9 });
      expect(worded.map(({ title }) => title)).toEqual(['question-asked']);
      const [said] = await on.store.listHits({ terms: ['lock'], kind: 'message' }, { limit: 9 });
      expect(said).toMatchObject({ sessionId: ID, title: `person → ${ID}`, at: T0 });
    });

    test('wants all terms, in any case, and takes signs of patterns for letters', async () => {
      await save(addSession());
      await save(message('m1', 'Half of the STORE'), message('m2', '50% of a_b \\ ÜBERALL, Überall'));
      expect(await find('message', 'store', 'half')).toEqual(['m1']);
      expect(await find('message', 'store', 'nowhere')).toEqual([]);
      expect(await find('message', '%')).toEqual(['m2']);
      expect(await find('message', 'a_b')).toEqual(['m2']);
      expect(await find('message', 'aXb'.toLowerCase())).toEqual([]);
      expect(await find('message', '\\')).toEqual(['m2']);
      expect(await find('message', 'überall')).toEqual(['m2']);
      expect(await find('message')).toEqual([]);
    });

    test('gives the newest first, and no more than asked for', async () => {
      await save(addSession());
      const texts = ['first', 'second', 'third'].map((id, index) =>
        message(id, 'lock', T0 + (index === 0 ? 5 : 1)),
      );
      await save(...texts);
      expect(await find('message', 'lock')).toEqual(['first', 'third', 'second']);
      expect(await on.store.listHits({ terms: ['lock'], kind: 'message' }, { limit: 1 })).toHaveLength(1);
    });
  });
}

import { expect, test } from 'vitest';
import { aRace } from '../../../tests/samples/race.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aNote } from '../../../tests/store/rows.ts';
import { findRace } from './find-race.ts';

test('@last is the newest race, and names none where there is none', async () => {
  const store = new OracleStore();
  expect(await findRace(store, '@last')).toMatchObject({ refusal: { code: 'race-not-found', near: [] } });
  for (const [createdAt, id] of ['race-1', 'race-2'].entries())
    await store.commit([{ kind: 'add-race', race: aRace({ id, createdAt }), journal: aNote() }]);
  expect(await findRace(store, '@last')).toMatchObject({ value: { id: 'race-2' } });
});

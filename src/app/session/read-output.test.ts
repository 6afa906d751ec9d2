import { expect, test } from 'vitest';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { addSession, aSession } from '../../../tests/store/rows.ts';
import { SessionOutputAnswer } from '../../contract/answer/session.ts';
import { readOutputVerb } from './read-output.ts';

type Deps = Parameters<typeof readOutputVerb.run>[0];

async function depsWith(parts: string[]): Promise<Deps> {
  const store = new OracleStore();
  await store.commit([addSession(aSession({ id: 's-1' }))]);
  const openOutput = async () => ({
    read: async () => parts.shift() ?? '',
    changed: async () => undefined,
    close: () => undefined,
  });
  const here = { hostId: 'ada', config: { store: null } };
  return { store, ...here, nameOf: () => ({ sessionDir: '' }), openOutput } as unknown as Deps;
}

test('a long output is cut to its end, and the answer says how much is missing', async () => {
  const read = await readOutputVerb.run(await depsWith(['first ', 'second ', 'third']), {
    sessionId: 's-1',
    most: 8,
  });
  const json = read.ok ? readOutputVerb.json(read.value) : null;
  expect(SessionOutputAnswer.parse(json)).toMatchObject({ text: 'nd third', cut_characters: 10 });
});

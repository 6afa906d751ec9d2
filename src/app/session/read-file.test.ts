import { expect, test } from 'vitest';
import { sampleSession } from '../../../tests/samples/session.ts';
import type { Store } from '../../store/store.ts';
import type { FilesDeps } from './list-files.ts';
import { readFile, readFileVerb } from './read-file.ts';

const asked: string[] = [];
const deps = {
  store: { findSession: async (id: string) => sampleSession({ id, attempt: 1 }) } as unknown as Store,
  hostId: 'ada',
  config: { store: null },
  nameOf: () => ({ sessionDir: '/p/s-1' }),
  openPapers: async () => ({
    list: async () => [],
    read: async (path: string) => {
      asked.push(path);
      return { bytes: Buffer.from('red: \u001b[31m\n'), cutBytes: 3 };
    },
  }),
} as unknown as FilesDeps;

test.each(['../../../etc/passwd', '/etc/passwd', 'attempts/1/env.sh', 'attempts/2/exit', 'constructor'])(
  'no file but those that are listed is opened: %s',
  async (file) => {
    expect(await readFile(deps, { sessionId: 's-1', file })).toMatchObject({
      ok: false,
      refusal: { code: 'session-file-not-found', file },
    });
    expect(asked).toEqual([]);
  },
);

test('what a terminal would obey is shown as its code point', async () => {
  const read = await readFile(deps, { sessionId: 's-1', file: 'attempts/1/exit' });
  expect(read.ok && readFileVerb.json(read.value)).toEqual({
    session_id: 's-1',
    path: 'attempts/1/exit',
    text: 'red: <U+001B>[31m\n',
    cut_bytes: 3,
  });
});

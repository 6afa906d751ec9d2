import { expect, test } from 'vitest';
import { type Party, resolveAddresses } from './address.ts';

const party = (id: string, changes: Partial<Party> = {}): Party => ({
  id,
  baseName: id.split('-')[0] ?? id,
  display: `${id.split('-')[0]} (session 10:30)`,
  role: null,
  runId: null,
  track: null,
  ...changes,
});
const PARTIES = [
  party('BlueLake-1', { track: 'api' }),
  party('GreenCastle-2', { track: 'api' }),
  party('RedFox-3'),
  party('RedFox-4', { display: 'RedFox (session 11:00)' }),
  party('20261118-a', { baseName: 'reviewer', display: 'reviewer (x)', role: 'judge', runId: 'r1' }),
  party('20261118-b', { baseName: 'developer', display: 'developer (x)', role: 'cook', runId: 'r1' }),
  party('20261118-c', { baseName: 'developer', display: 'developer (y)', role: 'judge', runId: 'r2' }),
];
const BLUE = { id: 'BlueLake-1', runId: null };

const resolve = (addresses: readonly string[], sender = BLUE as { id: string; runId: string | null }) => {
  const meant = resolveAddresses(addresses, PARTIES, sender);
  return meant.ok ? meant.value.map(({ id }) => id) : meant.refusal;
};

test('a name is an id, what is shown, a unique base name or a role, in any case of its letters', () => {
  expect(resolve(['GreenCastle-2'])).toEqual(['GreenCastle-2']);
  expect(resolve(['RedFox (session 11:00)'])).toEqual(['RedFox-4']);
  expect(resolve(['greencastle', 'reviewer'])).toEqual(['GreenCastle-2', '20261118-a']);
  expect(resolve(['cook'])).toEqual(['20261118-b']);
});

test('a track or all means the others, each once', () => {
  expect(resolve(['track:api', 'GreenCastle'])).toEqual(['GreenCastle-2']);
  expect(resolve(['all'])).toHaveLength(PARTIES.length - 1);
});

test('a role of several runs is that of the own one, or too many', () => {
  expect(resolve(['judge'], { id: '20261118-b', runId: 'r1' })).toEqual(['20261118-a']);
  expect(resolve(['judge'])).toMatchObject({
    code: 'recipient-ambiguous',
    ids: ['20261118-a', '20261118-c'],
  });
});

test('what stands for no recipient, for many or for the sender is refused', () => {
  expect(resolve(['GreenCastel'])).toMatchObject({ code: 'recipient-unknown', near: ['GreenCastle'] });
  expect(resolve(['../etc'])).toMatchObject({ code: 'recipient-unknown', name: '../etc' });
  expect(resolve(['RedFox'])).toMatchObject({ code: 'recipient-ambiguous', ids: ['RedFox-3', 'RedFox-4'] });
  expect(resolve(['BlueLake'])).toMatchObject({ code: 'mail-to-self' });
  expect(resolve(['track:web'])).toEqual({ code: 'no-recipients', track: 'web', tracks: ['api'] });
  const alone = resolveAddresses(['all'], PARTIES.slice(0, 1), BLUE);
  expect(alone).toMatchObject({ refusal: { code: 'no-recipients', track: null } });
});

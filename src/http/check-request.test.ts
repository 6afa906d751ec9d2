import { expect, test } from 'vitest';
import { checkRequest, type RequestHead } from './check-request.ts';

const PORT = 4400;
const read = (more: Partial<RequestHead> = {}): RequestHead => ({
  method: 'GET',
  path: '/api/session.list',
  host: `127.0.0.1:${PORT}`,
  origin: undefined,
  fetchSite: undefined,
  mark: undefined,
  isUpgrade: false,
  ...more,
});
const post = (more: Partial<RequestHead> = {}): RequestHead => read({ method: 'POST', mark: '1', ...more });
const codeOf = (head: RequestHead): string | null => checkRequest(head, PORT)?.code ?? null;

test('both names of this machine are good hosts, with the port alone', () => {
  expect(codeOf(read())).toBeNull();
  expect(codeOf(read({ host: `localhost:${PORT}` }))).toBeNull();
  for (const host of [
    undefined,
    '127.0.0.1',
    'localhost:80',
    `evil.test:${PORT}`,
    `127.0.0.1:${PORT}.evil.test`,
  ])
    expect(codeOf(read({ host })), host).toBe('host-wrong');
});

test('a request that is no plain read comes from our own page, or from no page', () => {
  expect(codeOf(post())).toBeNull();
  expect(codeOf(post({ origin: `http://127.0.0.1:${PORT}` }))).toBeNull();
  for (const origin of ['null', 'http://evil.test', `http://localhost:${PORT}`, `https://127.0.0.1:${PORT}`])
    expect(codeOf(post({ origin })), origin).toBe('origin-wrong');
  expect(codeOf(read({ isUpgrade: true, origin: 'http://evil.test' }))).toBe('origin-wrong');
});

test('a page on another port of this machine reads nothing of the API, although cookies go along', () => {
  expect(codeOf(read({ fetchSite: 'same-site' }))).toBe('origin-wrong');
  expect(codeOf(read({ fetchSite: 'cross-site', path: '/metrics' }))).toBe('origin-wrong');
  expect(codeOf(read({ fetchSite: 'same-origin' }))).toBeNull();
  expect(codeOf(read({ fetchSite: 'cross-site', path: '/' }))).toBeNull();
});

test('a request that is no plain read carries the mark, which no form can send', () => {
  expect(codeOf(post({ mark: undefined }))).toBe('mark-missing');
  expect(codeOf(read({ method: 'DELETE' }))).toBe('mark-missing');
  expect(codeOf(read({ isUpgrade: true }))).toBeNull();
});

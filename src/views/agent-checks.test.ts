import { expect, test } from 'vitest';
import { claude } from '../agents/claude.ts';
import type { Obstacle } from '../domain/agent/obstacle.ts';
import { type AgentObservation, checkMode, checksOfAgent } from './agent-checks.ts';

const program = { name: 'talk', versionArgs: ['--version'], oldest: '2.1.0', install: 'npm i talk' };
const look = (more: Partial<AgentObservation> = {}): AgentObservation => ({
  program,
  observation: { is: 'found', path: '/bin/talk', said: '2.1.5 (Talk)\n' },
  isUsed: true,
  isOnScreen: false,
  can: claude.can,
  login: { is: 'found', by: 'TALK_KEY' },
  obstacles: [],
  blocksHeadless: [],
  ...more,
});
const trust: Obstacle = {
  code: 'trust',
  what: 'it would ask about the folder',
  remedy: 'answer it',
  isCertain: true,
  fix: { file: '/h/talk.json', path: ['trusted'], value: true },
};
const noLogin: Obstacle = { ...trust, code: 'not-logged-in', what: 'no login', remedy: 'log in', fix: null };
const observations = (more: Partial<AgentObservation>) =>
  checksOfAgent(look(more)).map(({ is, found }) => [is, found]);

test('a program that is there tells path, version, money and login', () => {
  expect(observations({})).toEqual([
    ['ok', '/bin/talk, 2.1.5, reports cost'],
    ['ok', 'two-way, steer, permissions, tokens, cost, resume, screen'],
    ['ok', 'TALK_KEY'],
  ]);
  const silent = observations({ can: { ...claude.can, tellsCost: false } });
  expect(silent[0]?.[1]).toContain('budgets in tokens only');
});

test.each([
  [{ is: 'absent' } as const, 'not found'],
  [{ is: 'hung', path: '/bin/talk', limitMs: 3_000 } as const, 'within 3 s'],
  [{ is: 'broken', path: '/bin/talk', problem: 'EACCES' } as const, 'EACCES'],
])('what does not work is bad where it is used, and a note elsewhere: %j', (observation, words) => {
  const [used] = checksOfAgent(look({ observation }));
  expect(used).toMatchObject({ is: 'bad', found: expect.stringContaining(words) });
  expect(used?.remedy).not.toBe('');
  expect(checksOfAgent(look({ observation, isUsed: false }))[0]?.is).toBe('note');
});

test('an absent program is all that there is to say', () => {
  expect(checksOfAgent(look({ observation: { is: 'absent' }, obstacles: [trust] }))).toHaveLength(1);
});

test('a version that is too old, or untold, is warned about', () => {
  const old = { is: 'found', path: '/bin/talk', said: '2.0.9' } as const;
  expect(observations({ observation: old })[0]).toEqual([
    'warn',
    expect.stringContaining('2.1.0 or newer is supported'),
  ]);
  expect(observations({ observation: { ...old, said: 'hello' } })[0]).toEqual([
    'warn',
    '/bin/talk prints no version',
  ]);
});

test('a login is missed once, with its remedy, and not judged where it cannot be known', () => {
  const missing = { login: { is: 'missing' }, obstacles: [noLogin], blocksHeadless: [noLogin.code] } as const;
  const [, , login, ...others] = checksOfAgent(look(missing));
  expect(login).toMatchObject({ is: 'bad', found: 'none found', remedy: 'log in' });
  expect(others).toEqual([]);
  expect(observations({ ...missing, isUsed: false })[2]?.[0]).toBe('note');
  const unknown = { login: { is: 'unknown', why: 'a keychain' }, obstacles: [noLogin] } as const;
  expect(observations(unknown).slice(2)).toEqual([['note', 'unknown: a keychain']]);
});

test('a dialog matters where there is a screen, and what stops any start is bad', () => {
  const [, , , onScreen] = checksOfAgent(look({ obstacles: [trust], isOnScreen: true }));
  expect(onScreen).toMatchObject({
    name: 'talk screen',
    is: 'warn',
    remedy: 'answer it, or: swarm doctor --fix',
  });
  expect(observations({ obstacles: [trust] })[3]?.[0]).toBe('note');
  expect(observations({ obstacles: [trust], blocksHeadless: ['trust'] })[3]?.[0]).toBe('bad');
});

test('a mode that skips asking is a warning with the name of its persona', () => {
  const skips = { means: 'does everything', skips: true };
  expect(checkMode({ persona: 'bold', mode: 'bypass', known: skips })).toMatchObject({
    name: 'persona bold',
    is: 'warn',
    found: 'permission mode bypass: does everything',
  });
  expect(checkMode({ persona: 'calm', mode: 'plan', known: { means: 'reads', skips: false } }).is).toBe('ok');
  expect(checkMode({ persona: 'odd', mode: 'other', known: undefined })).toMatchObject({
    is: 'ok',
    found: 'permission mode other',
  });
});

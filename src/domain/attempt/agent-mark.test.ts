import { expect, test } from 'vitest';
import { findMark, markOfArguments, markOfEnvironment, type ProcessMark } from './agent-mark.ts';

const DIR = '/p/.swarm/sessions/s-1/attempts/1';

/** Processes by number: a mark, and their kin. */
const world =
  (rows: Readonly<Record<number, readonly [string | null, ...number[]]>>) =>
  (pid: number): ProcessMark | undefined => {
    const [mark = null, ...kin] = rows[pid] ?? [];
    return rows[pid] && { mark, kin };
  };

test('a command is an agent’s when any ancestor is a launcher', () => {
  expect(findMark(40, world({ 40: [null, 30], 30: [null, 20], 20: [DIR, 1], 1: [null, 0] }))).toBe(DIR);
  expect(findMark(40, world({ 40: [null, 30], 30: [null, 1], 1: [null, 0] }))).toBe(null);
});

test('one that left its parent is found by the leader of its session, and by that one’s ancestors', () => {
  expect(findMark(40, world({ 40: [null, 1, 30], 30: [null, 20], 20: [DIR, 1], 1: [null, 0] }))).toBe(DIR);
});

test('processes that name each other are looked at once', () => {
  expect(findMark(40, world({ 40: [null, 30, 40], 30: [null, 40] }))).toBe(null);
});

test('a launcher is known by its script, and a sandbox by the variable that it sets', () => {
  expect(markOfArguments(['/bin/sh', '/p/.swarm/sessions/.launcher-0123456789ab.sh', DIR, ''])).toBe(DIR);
  expect(markOfArguments(['bwrap', '--ro-bind', '/', '/', '--setenv', 'SWARM_ATTEMPT_DIR', DIR])).toBe(DIR);
  expect(markOfArguments(['bwrap', '--setenv', 'SWARM_ON_BEHALF', 'gate', '--', 'sh'])).toBe('gate');
  expect(markOfArguments(['sh', '-c', 'echo --setenv'])).toBe(null);
  expect(markOfArguments(['vim', '/p/launcher.sh', DIR])).toBe(null);
});

test('an environment tells of an attempt, or of a gate', () => {
  expect(markOfEnvironment(['HOME=/h', `SWARM_ATTEMPT_DIR=${DIR}`])).toBe(DIR);
  expect(markOfEnvironment(['SWARM_ON_BEHALF=gate'])).toBe('gate');
  expect(markOfEnvironment(['MY_SWARM_ATTEMPT_DIR=/x', 'SWARM_ATTEMPT_DIR=', ''])).toBe(null);
});

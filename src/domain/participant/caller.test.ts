import { expect, test } from 'vitest';
import { type Ancestor, type CallerSighting, decideSelf, pickAnchor } from './caller.ts';
import { joinedAs } from './participant.ts';
import { programName } from './program-name.ts';

const above = (pid: number, program = 'sh', isSessionLeader = false): Ancestor => ({
  pid,
  start: `s${pid}`,
  boot: 'b',
  program,
  isSessionLeader,
});
const caller = (lineage: readonly Ancestor[], more: Partial<CallerSighting> = {}): CallerSighting => ({
  hostId: 'here',
  sessionId: null,
  participantId: null,
  lineage,
  workDir: '/w',
  ...more,
});
const joined = (baseName: string, pid: number, hostId = 'here') =>
  joinedAs({
    baseName,
    track: null,
    cli: null,
    conversationId: null,
    hostId,
    anchor: { pid, start: `s${pid}`, boot: 'b' },
    workDir: '/w',
    joinedAt: 1,
  });

test('a process is the participant that joined nearest above it', () => {
  const [shell, agent] = [joined('Shell', 2), joined('Agent', 5)];
  expect(decideSelf(caller([above(9), above(5), above(2)]), [shell, agent], false)).toEqual({
    is: 'participant',
    participant: agent,
  });
  expect(decideSelf(caller([above(2)]), [shell, agent], false)).toMatchObject({ participant: shell });
});

test('the same number on another host, or of a later process, is unknown', () => {
  expect(decideSelf(caller([above(5)]), [joined('Agent', 5, 'there')], false)).toEqual({ is: 'unknown' });
  const later = { ...above(5), start: 's6' };
  expect(decideSelf(caller([later]), [joined('Agent', 5)], false)).toEqual({ is: 'unknown' });
});

test('the environment names a participant, but not one that lives in another process', () => {
  const agent = joined('Agent', 5);
  const named = caller([above(9)], { participantId: agent.id });
  expect(decideSelf(named, [agent], true)).toEqual({ is: 'forged', participantId: agent.id });
  expect(decideSelf(named, [agent], false)).toMatchObject({ is: 'participant' });
  const child = caller([above(9), above(5)], { participantId: agent.id });
  expect(decideSelf(child, [agent], true)).toMatchObject({ is: 'participant' });
});

test('inside an attempt it is the session, whatever else is said', () => {
  const agent = joined('Agent', 5);
  const inside = caller([above(5)], { sessionId: 's1', participantId: agent.id });
  expect(decideSelf(inside, [agent], false)).toEqual({ is: 'session', sessionId: 's1' });
});

test('an agent CLI stands for its participant, else the shell of the terminal', () => {
  const lineage = [above(9, 'bash'), above(8, 'claude'), above(3, 'bash', true)];
  expect(pickAnchor(caller(lineage), ['claude'])).toMatchObject({ cli: 'claude', anchor: { pid: 8 } });
  expect(pickAnchor(caller(lineage), ['codex'])).toMatchObject({ cli: null, anchor: { pid: 3 } });
  expect(pickAnchor(caller([]), ['codex'])).toEqual({ cli: null, anchor: null });
});

test.each([
  [['-bash'], 'bash'],
  [['/usr/bin/node', '--no-warnings', '/opt/bin/claude', '-p'], 'claude'],
  [['/usr/bin/node', '/x/gemini.js'], 'gemini'],
  [['node'], 'node'],
  [[], ''],
])('%j runs %s', (words, name) => {
  expect(programName(words)).toBe(name);
});

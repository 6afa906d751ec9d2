import { expect, test } from 'vitest';
import type { PersonaSource } from '../domain/persona/persona.ts';
import { parsePersona } from './persona.ts';

const read = (text: string, source: PersonaSource = 'agents') =>
  parsePersona(text, { name: 'tester', file: 'agents/tester/tester-agent.md', source });
const problemOf = (text: string) => {
  const outcome = read(text);
  return outcome.ok ? undefined : outcome.refusal;
};
const broken = (line: number, problem: unknown) => ({
  code: 'persona-broken',
  file: 'agents/tester/tester-agent.md',
  line,
  problem,
});

test('every field of the front matter reaches the persona, and the rest of the file is the body', () => {
  const text = [
    '---',
    'name: tester',
    'description: Runs the tests',
    'cli: command',
    'command: [node, "agent.js"]',
    'model: claude-sonnet-5',
    'mode: headless',
    'tools: [Read, Bash]',
    'permission_mode: acceptEdits',
    'writes: false',
    'workspace: false',
    'timeout: 10m',
    'budget_usd: 2.5',
    'max_turns: 12',
    'settings: tools/settings.json',
    'mcp_config: tools/mcp.json',
    'may_create: { depth: 1, count: 5 }',
    'tags: [tests, ci]',
    'env: { CI: 1, NAME: "x" }',
    'memory: 1.5g',
    'cpus: 2',
    'processes: 200',
    'open_files: 1024',
    '---',
    '',
    'You test.',
    '---',
    'A line of dashes in the body is the body.',
    '',
  ].join('\n');
  expect(read(text)).toEqual({
    ok: true,
    value: {
      name: 'tester',
      description: 'Runs the tests',
      cli: 'command',
      command: ['node', 'agent.js'],
      model: 'claude-sonnet-5',
      mode: 'headless',
      tools: ['Read', 'Bash'],
      permissionMode: 'acceptEdits',
      writes: false,
      workspace: false,
      timeoutMs: 600_000,
      budgetUsd: 2.5,
      maxTurns: 12,
      settings: 'tools/settings.json',
      mcpConfig: 'tools/mcp.json',
      mayCreate: { depth: 1, count: 5 },
      tags: ['tests', 'ci'],
      env: { CI: '1', NAME: 'x' },
      resources: { memoryMb: 1536, cpus: 2, processes: 200, openFiles: 1024 },
      text: 'You test.\n---\nA line of dashes in the body is the body.',
      file: 'agents/tester/tester-agent.md',
      source: 'agents',
    },
  });
});

test('a file without front matter is a persona whose whole text is the body', () => {
  expect(read('# Tester\n\nYou test.\n')).toMatchObject({
    ok: true,
    value: { cli: null, writes: true, text: '# Tester\n\nYou test.' },
  });
});

test('carriage returns and a byte order mark do not hide the front matter', () => {
  expect(read('\uFEFF---\r\ncli: rehearsal\r\n---\r\nBody\r\n')).toMatchObject({
    ok: true,
    value: { cli: 'rehearsal', text: 'Body' },
  });
});

test('tools may be one text with commas', () => {
  expect(read('---\ntools: Read, Bash(git *) , Edit\n---\nx')).toMatchObject({
    value: { tools: ['Read', 'Bash(git *)', 'Edit'] },
  });
});

test('broken YAML is refused with its line in the file', () => {
  expect(problemOf('---\nname: tester\ntools: [Read\nmode: headless\n---\nx')).toEqual(
    broken(4, expect.stringContaining('not valid YAML')),
  );
  expect(problemOf('---\nname: tester\n')).toEqual(broken(1, 'the front matter has no closing line "---"'));
  expect(problemOf('---\n- a\n- b\n---\nx')).toEqual(broken(2, 'expected lines of "key: value"'));
});

test('an unknown key is refused with its line and the nearest name', () => {
  expect(problemOf('---\nname: tester\nmodle: x\n---\nx')).toEqual(
    broken(3, 'unknown key "modle"; did you mean "model"?'),
  );
  expect(problemOf('---\nbudget-usd: 3\n---\nx')).toEqual(
    broken(2, 'unknown key "budget-usd"; did you mean "budget_usd"?'),
  );
});

test('a value of the wrong sort is refused with what was expected and found', () => {
  expect(problemOf('---\n\n# who\nmode: fast\n---\nx')).toEqual(
    broken(4, 'mode: expected one of "headless", "interactive", found "fast"'),
  );
  expect(problemOf('---\ntimeout: 600\n---\nx')).toEqual(
    broken(2, expect.stringContaining('timeout: expected')),
  );
  expect(problemOf('---\nenv: { SWARM_SESSION_ID: x }\n---\nx')).toEqual(
    broken(2, expect.stringContaining('SWARM_')),
  );
});

test('a command and its CLI must fit', () => {
  expect(problemOf('---\ncli: command\n---\nx')).toMatchObject({ line: 2 });
  expect(problemOf('---\ncli: claude\ncommand: [a]\n---\nx')).toMatchObject({ line: 3 });
  expect(read('---\ncli: acp\ncommand: [gemini, --acp]\n---\nx')).toMatchObject({
    value: { cli: 'acp', command: ['gemini', '--acp'] },
  });
  expect(read('---\ncli: acp\n---\nx')).toMatchObject({ value: { cli: 'acp', command: null } });
  expect(read('---\ncommand: [a]\n---\nx')).toMatchObject({ value: { cli: 'command' } });
});

test('a file of Claude Code may hold keys and values that only Claude Code knows', () => {
  const text = [
    '---',
    'name: tester',
    'description: Use when: the tests fail. Context: user says "mend it"',
    'color: red',
    'model: inherit',
    'permissionMode: plan',
    '---',
    'You test.',
  ].join('\n');
  expect(read(text, 'claude')).toMatchObject({
    ok: true,
    value: {
      description: 'Use when: the tests fail. Context: user says "mend it"',
      model: null,
      permissionMode: 'plan',
    },
  });
});

test('an empty file and a file with a zero byte are refused', () => {
  expect(problemOf(' \n')).toEqual(broken(1, 'the file is empty'));
  expect(problemOf('a\0b')).toEqual(broken(1, 'the file is not text'));
});

test('a bomb of aliases is refused and does not fill the memory', () => {
  const levels = Array.from({ length: 12 }, (_, n) =>
    n === 0
      ? 'a0: &a0 [x]'
      : `a${n}: &a${n} [${Array(10)
          .fill(`*a${n - 1}`)
          .join(',')}]`,
  );
  expect(read(`---\n${levels.join('\n')}\n---\nx`).ok).toBe(false);
});

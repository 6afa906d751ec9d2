import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aSpec } from '../../tests/store/rows.ts';
import { AGENT_CLIS } from '../contract/agent-cli.ts';
import type { Agent, LaunchInput, LaunchPlan } from '../domain/agent/agent.ts';
import type { Session } from '../domain/session/session.ts';
import type { Turn } from '../domain/turn/turn.ts';
import { renderPrompt } from './command.ts';
import { CONTRACT_TEXT } from './contract-text.ts';
import { findAgent, listAgents } from './registry.ts';

const TASK = 'Say "hi" to $(whoami) `now`\n\té 🎭 \u2028 end  \n';

const session = {
  id: '20270115-080000-tester',
  runId: null,
  role: null,
  persona: 'tester',
  mode: 'headless',
  model: null,
} as Session;
const turn: Turn = {
  id: 'turn-1',
  sessionId: session.id,
  number: 1,
  kind: 'prompt',
  body: TASK,
  round: null,
  state: 'handed',
  attempt: 1,
  position: 0,
  limitMs: null,
  retries: null,
  createdAt: 0,
  changedAt: 0,
};
const input: LaunchInput = {
  session,
  spec: aSpec({
    prompt: TASK,
    personaText: 'You test.\n',
    command: ['my-agent', '--now'],
    writes: false,
    env: { COLOUR: 'red', SWARM_ROLE: 'impostor' },
  }),
  turn,
  attempt: 2,
  conversationId: 'c-1',
  resume: false,
  paths: {
    project: '/p',
    workDir: '/p/w',
    sessionDir: '/p/s',
    attemptDir: '/p/s/attempts/2',
    binDir: '/p/bin',
    rehearsalProgram: '/opt/rehearsal.cjs',
    home: '/h',
  },
};

const agent = (name: string): Agent => {
  const found = findAgent(name);
  if (!found) throw new Error(`no agent ${name}`);
  return found;
};
const plan = (name: string, more: Partial<LaunchInput> = {}): LaunchPlan =>
  agent(name).plan({ ...input, ...more });

test('every listed name is found, and no other', () => {
  expect(listAgents().map(({ name }) => name)).toEqual(AGENT_CLIS);
  expect(AGENT_CLIS.map((name) => findAgent(name)?.name)).toEqual(AGENT_CLIS);
  expect(findAgent('clau')).toBeUndefined();
  expect(findAgent('constructor')).toBeUndefined();
});

test.each(AGENT_CLIS)('%s finds everything about its attempt in the environment', (name) => {
  expect(plan(name).env).toMatchObject({
    COLOUR: 'red',
    SWARM_PROJECT: '/p',
    SWARM_SESSION_ID: '20270115-080000-tester',
    SWARM_SESSION_DIR: '/p/s',
    SWARM_ATTEMPT_DIR: '/p/s/attempts/2',
    SWARM_ATTEMPT: '2',
    SWARM_RUN_ID: '',
    SWARM_ROLE: 'tester',
    SWARM_PROMPT_FILE: '/p/s/attempts/2/prompt.md',
    SWARM_PERSONA_FILE: '/p/s/attempts/2/persona.md',
    SWARM_RESULT_FILE: '/p/s/attempts/2/result.json',
    SWARM_BIN_DIR: '/p/bin',
    INTERRUPT_FILE: '/p/s/attempts/2/interrupt-request.txt',
  });
});

test('a role of a run is told its role and its run', () => {
  const inRun = plan('command', { session: { ...session, runId: '1700', role: 'reviewer' } });
  expect(inRun.env).toMatchObject({ SWARM_RUN_ID: '1700', SWARM_ROLE: 'reviewer' });
});

test.each(AGENT_CLIS)('%s has the persona and the contract in a file', (name) => {
  expect(plan(name).files['persona.md']).toBe(`You test.\n\n${CONTRACT_TEXT}`);
});

test('the contract in the source is the one that ships', () => {
  expect(CONTRACT_TEXT).toBe(readFileSync(new URL('../../agents/CONTRACT.md', import.meta.url), 'utf8'));
});

test('a rehearsal begins a conversation with our id, and goes on with it', () => {
  const begun = plan('rehearsal');
  expect(begun.argv.slice(0, 4)).toEqual(['node', '/opt/rehearsal.cjs', '--session-id', 'c-1']);
  expect(begun).toMatchObject({ workDir: '/p/w', input: 'turns' });
  expect(begun.files['prompt.md']).toBe(TASK);
  expect(plan('rehearsal', { resume: true }).argv.slice(2, 4)).toEqual(['--resume', 'c-1']);
});

test('a turn of a rehearsal is one line that carries its id and every character', () => {
  const line = agent('rehearsal').renderTurn(turn);
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(JSON.parse(line)).toMatchObject({
    type: 'user',
    uuid: 'turn-1',
    message: { role: 'user', content: TASK },
  });
});

test('the transcript lies where the program is told to keep it', () => {
  const { transcriptFile } = agent('rehearsal');
  expect(transcriptFile(input)).toBe('/h/.local/state/swarm-rehearsal/c-1.jsonl');
  expect(plan('rehearsal').env.SWARM_REHEARSAL_HOME).toBe('/h/.local/state/swarm-rehearsal');

  const spec = { ...input.spec, env: { SWARM_REHEARSAL_HOME: '/elsewhere' } };
  expect(transcriptFile({ ...input, spec })).toBe('/elsewhere/c-1.jsonl');
  expect(plan('rehearsal', { spec }).env.SWARM_REHEARSAL_HOME).toBe('/elsewhere');
});

test('a command is started as the persona says, with the prompt as its whole input', () => {
  expect(plan('command')).toMatchObject({ argv: ['my-agent', '--now'], input: 'prompt', workDir: '/p/w' });
  expect(plan('command', { session: { ...session, mode: 'interactive' } }).input).toBe('terminal');
  expect(agent('command').transcriptFile(input)).toBeNull();
});

test('a command reads persona and contract before the task, and the task alone without a persona', () => {
  const text = String(plan('command').files['prompt.md']);
  expect(text).toMatch(/^You test\.\n\n# Agent contract/);
  expect(text.endsWith(`\n\n---\n\n**TASK DELEGATION**:\n\n${TASK}`)).toBe(true);
  expect(renderPrompt({ personaText: '', schema: null }, TASK)).toBe(TASK);
});

test('every agent finds the schema of its result as a file, and reads it where it reads its contract', () => {
  const spec = { ...input.spec, schema: '{"type":"array"}' };
  for (const name of ['command', 'rehearsal', 'claude', 'codex', 'gemini', 'opencode']) {
    const { files, env } = plan(name, { spec });
    expect(files['schema.json']).toBe('{"type":"array"}');
    expect(files['persona.md']).toContain('{"type":"array"}');
    expect(env.SWARM_SCHEMA_FILE).toMatch(/schema\.json$/);
  }
  expect(plan('command', { spec }).files['prompt.md']).toContain('{"type":"array"}');
});

test('each line of a command is output, whatever it looks like', () => {
  const line = '{"type":"result","is_error":false}';
  expect(agent('command').parseLine(line)).toEqual([{ kind: 'output', text: line }]);
});

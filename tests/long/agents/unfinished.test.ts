import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { killEverything } from '../../e2e/kill-everything.ts';
import { livingOf } from '../../e2e/living.ts';
import { fails, says, type ToolCall } from '../../stand-in/answer.ts';
import { type AgentProject, makeAgentProject } from './project.ts';
import type { AgentCli } from './setup.ts';

/** Each CLI as Swarm drives it by itself, and those that speak ACP over it too. */
const DRIVEN = {
  codex: { cli: 'codex' },
  gemini: { cli: 'gemini' },
  opencode: { cli: 'opencode' },
  'gemini over ACP': { cli: 'gemini', acp: ['gemini', '--acp'] },
  'opencode over ACP': { cli: 'opencode', acp: ['opencode', 'acp'] },
} as const satisfies Readonly<Record<string, { cli: AgentCli; acp?: readonly string[] }>>;
type Driven = keyof typeof DRIVEN;
const ALL = Object.keys(DRIVEN) as Driven[];

const LONG = { timeout: 150_000, interval: 200 };
const STEP_ONE = 'echo one >> steps';
const AT_ONCE = { 'retry-after': '3600' };

function toolOf(cli: AgentCli, command: string): ToolCall {
  if (cli === 'codex') return { name: 'exec_command', input: { cmd: command } };
  const name = cli === 'gemini' ? 'run_shell_command' : 'bash';
  return { name, input: { command, description: 'Runs a command' } };
}

async function makeDriven(name: Driven): Promise<AgentProject> {
  const driven = DRIVEN[name];
  const over = 'acp' in driven ? { cli: 'acp', acp: { command: driven.acp } } : {};
  const made = await makeAgentProject(driven.cli, { config: { retries: 1, ...over } });
  made.project.write('agents/worker/worker-agent.md', '---\ntools: [Bash]\n---\nYou work.\n');
  return made;
}

const step = (name: Driven, command: string) =>
  says('I work.', { tools: [toolOf(DRIVEN[name].cli, command)] });

/** What the model was told after the first process, in order; a CLI may repeat a request that failed. */
const toldAfter = ({ standIn }: AgentProject, before: number): readonly string[] =>
  standIn
    .main()
    .slice(before)
    .map(({ prompt }) => prompt);

const expectTurnFirst = (made: AgentProject, before: number): void => {
  const told = toldAfter(made, before);
  expect(told[0]).toContain('Continue where you left off.');
  expect(told[0]).not.toContain('And tea.');
  expect(told.at(-1)).toContain('And tea.');
  expect(readFileSync(join(made.project.root, 'steps'), 'utf8')).toBe('one\n');
};

test.each(ALL)('%s: at a limit in mid-turn, the turn goes on before the message', async (name) => {
  const made = await makeDriven(name);
  const { standIn, swarm, create, over, status } = made;
  const isGemini = DRIVEN[name].cli === 'gemini';
  const limited = fails(429, isGemini ? 'RESOURCE_EXHAUSTED' : 'rate_limit_error', AT_ONCE);
  let asked = 0;
  standIn.play(() => (++asked === 1 ? step(name, STEP_ONE) : limited));
  const id = await create('Three steps.', 'worker', '--here');
  await vi.waitFor(async () => expect(await status(id)).toMatchObject({ state: 'parked' }), LONG);
  expect(await swarm('send', id, 'And tea.')).toMatchObject({ code: 0 });
  const before = standIn.main().length;
  standIn.play([says('All three steps are done.'), says('Here is tea.')]);
  expect(await swarm('resume', id)).toMatchObject({ code: 0 });
  expect(await over(id)).toBe(0);
  expect(await status(id)).toMatchObject({ status: 'COMPLETED', retries_left: 1 });
  expectTurnFirst(made, before);
});

test.each(ALL)('%s: when everything is killed, the turn goes on before the message', async (name) => {
  const made = await makeDriven(name);
  const { project, standIn, swarm, create, over, status } = made;
  execFileSync('mkfifo', [join(project.root, 'pipe')]);
  standIn.play([step(name, STEP_ONE), step(name, 'cat pipe')]);
  const id = await create('Three steps.', 'worker', '--here');
  const isBlocked = (): boolean => livingOf(project).some((line) => line.includes('cat pipe'));
  await vi.waitFor(() => expect(isBlocked()).toBe(true), LONG);
  expect(await swarm('send', id, 'And tea.')).toMatchObject({ code: 0 });
  const before = standIn.main().length;
  standIn.play([says('All three steps are done.'), says('Here is tea.')]);
  await killEverything(project);
  expect(await over(id)).toBe(0);
  expect(await status(id)).toMatchObject({ status: 'COMPLETED' });
  expectTurnFirst(made, before);
  expect(livingOf(project)).toEqual([]);
});

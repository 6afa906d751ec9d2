import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { livingOf } from '../../e2e/living.ts';
import { type Answer, calls, fails, says, type ToolCall } from '../../stand-in/answer.ts';
import { makeAgentProject } from './project.ts';
import { AGENT_CLI_NAMES, AGENT_CLIS, type AgentCli } from './setup.ts';

// Each CLI has tools of its own.
const shellTool = (cli: AgentCli, command: string): ToolCall => {
  if (cli === 'codex') return { name: 'exec_command', input: { cmd: command } };
  const name = cli === 'gemini' ? 'run_shell_command' : 'bash';
  return { name, input: { command, description: 'Runs a command' } };
};
const shell = (cli: AgentCli, command: string): Answer => ({
  is: 'message',
  tools: [shellTool(cli, command)],
});
const write = (cli: AgentCli, file: string, content: string) => {
  if (cli === 'codex') return shell(cli, `printf '%s' '${content}' > '${file}'`);
  if (cli === 'gemini') return calls('write_file', { file_path: file, content });
  return calls('write', { filePath: file, content });
};

const OWN_TOOL: Readonly<Partial<Record<AgentCli, Omit<ToolCall, 'input'>>>> = {
  codex: { name: 'result_submit', namespace: 'mcp__swarm' },
  opencode: { name: 'swarm_result_submit' },
};

test.each(Object.entries(OWN_TOOL))(
  "%s has Swarm's MCP tools by itself, also where it only reads",
  async (name, tool) => {
    const { project, standIn, swarm, over, create } = await makeAgentProject(name as AgentCli);
    project.write('agents/reader/reader-agent.md', '---\nname: reader\nwrites: false\n---\nYou only read.\n');
    const input = { json: '{"summary":"by a tool"}' };
    standIn.play([{ is: 'message', tools: [{ ...tool, input }] }, says('All is done.')]);
    const id = await create('Look.', 'reader');
    expect(await over(id)).toBe(0);
    expect(JSON.parse((await swarm('result', id)).stdout)).toEqual({ summary: 'by a tool' });
  },
);

describe.each(AGENT_CLI_NAMES.map((cli) => [cli, AGENT_CLIS[cli].version] as const))(
  'Swarm with %s %s',
  (cli) => {
    test('brings a task to its end: tools, our own command, the result, the last words', async () => {
      const made = await makeAgentProject(cli);
      const { project, standIn, swarm, over, create, status, record } = made;
      const file = join(project.root, 'a.txt');
      standIn.play([
        write(cli, file, 'hello'),
        shell(cli, `swarm result '{"summary":"wrote a.txt"}'`),
        says('All is done.'),
      ]);
      const id = await create('Write a file.');
      expect(await over(id)).toBe(0);
      record('tools', id);
      expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1, exit_code: 0 });
      expect(readFileSync(file, 'utf8')).toBe('hello');
      expect(JSON.parse((await swarm('result', id)).stdout)).toEqual({ summary: 'wrote a.txt' });
      expect((await swarm('logs', id)).stdout).toContain('All is done.');

      const [first] = standIn.main();
      expect(first?.prompt).toContain('Write a file.');
      expect(`${first?.system}${first?.prompt}`).toContain('Agent contract');
      expect(livingOf(project)).toEqual([]);
    });

    test('goes on with its conversation in a process of its own for each turn', async () => {
      const { standIn, swarm, over, create, status, record } = await makeAgentProject(cli, {
        script: [says('The first answer.', { delayMs: 2_000 }), says('The second answer.')],
      });
      const id = await create('Work.');
      await standIn.waitFor(({ isMain }) => isMain, 60_000);
      expect(await swarm('send', id, 'And now this.')).toMatchObject({ code: 0 });
      expect(await over(id)).toBe(0);
      record('first', id, 1);
      record('resumed', id, 2);
      expect(await status(id)).toMatchObject({
        status: 'COMPLETED',
        attempt: 2,
        usage: { input_tokens: 200, output_tokens: 40 },
      });
      expect((await swarm('result', id)).stdout).toContain('The second answer.');
      const [first, second] = standIn.main();
      expect(first?.said.some(({ text }) => text.includes('And now this.'))).toBe(false);
      expect(second?.prompt).toContain('And now this.');
      expect(second?.said.some(({ text }) => text.includes('The first answer.'))).toBe(true);
      expect(second?.said.filter(({ text }) => text.includes('Agent contract')).length).toBeLessThan(2);
    });

    test('an answer of 400 fails the session with what the API said', async () => {
      const script = () => fails(400, 'invalid_request_error');
      const { swarm, over, create, status, record } = await makeAgentProject(cli, { script });
      const id = await create('Work.');
      expect(await over(id)).toBe(2);
      record('status-400', id);
      expect(await status(id)).toMatchObject({
        status: 'FAILED',
        reason: 'exit-code',
        attempt: 1,
        status_reason: expect.stringContaining('the stand-in answers 400'),
      });
      expect((await swarm('logs', id)).stdout).toContain('✗ invalid-request');
    });

    test('a key that is refused is asked about, and the task is done after the login', async () => {
      const script = () => fails(401, 'authentication_error');
      const made = await makeAgentProject(cli, { script });
      const { project, standIn, swarm, over, until, create, status, record } = made;
      const id = await create('Work.');
      await until(id, 'question-asked');
      record('status-401', id);
      const {
        questions: [question],
      } = await project.json<{ questions: { id: string; text: string }[] }>('questions');
      expect(question?.text).toMatch(/is not logged in: .*the stand-in answers 401/);
      standIn.play([says('All is done.')]);
      await swarm('answer', question?.id ?? '', 'go on');
      expect(await over(id)).toBe(0);
      expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
      expect(JSON.stringify(standIn.main().at(-1)?.said)).toContain('Work.');
    });

    test('killed in the middle of a tool, it goes on with the same conversation', async () => {
      const made = await makeAgentProject(cli);
      const { project, standIn, over, create, status } = made;
      standIn.play([says('I begin.', { tools: [shellTool(cli, 'cat pipe')] }), says('I went on.')]);
      execFileSync('mkfifo', [join(project.root, 'pipe')]);
      const id = await create('Wait.');
      await vi.waitFor(() => expect(livingOf(project).some((line) => line.includes('cat pipe'))).toBe(true), {
        timeout: 90_000,
        interval: 100,
      });
      killAgents(livingOf(project));
      expect(await over(id)).toBe(0);
      expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
      const last = standIn.main().at(-1);
      expect(last?.said.some(({ text }) => text.includes('I begin.'))).toBe(true);
      expect(last?.prompt).toContain('Continue');
      expect(livingOf(project)).toEqual([]);
    });

    test('killed while a message waits, it goes on with its turn before the message', async () => {
      const { project, standIn, swarm, over, create, status } = await makeAgentProject(cli);
      standIn.play([says('I begin.', { tools: [shellTool(cli, 'cat pipe')] })]);
      execFileSync('mkfifo', [join(project.root, 'pipe')]);
      const id = await create('Three steps.');
      await vi.waitFor(() => expect(livingOf(project).some((line) => line.includes('cat pipe'))).toBe(true), {
        timeout: 90_000,
        interval: 100,
      });
      expect(await swarm('send', id, 'And tea.')).toMatchObject({ code: 0 });
      const before = standIn.main().length;
      standIn.play([says('All three steps are done.'), says('Here is tea.')]);
      killAgents(livingOf(project));
      expect(await over(id)).toBe(0);
      expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 3 });
      const told = standIn.main().slice(before);
      expect(told[0]?.prompt).toContain('Continue where you left off.');
      expect(told[1]?.prompt).toContain('And tea.');
    });

    test('killed by a person, it leaves nothing behind, not even the tool that it waits for', async () => {
      const { project, standIn, swarm, over, create, status } = await makeAgentProject(cli);
      standIn.play([shell(cli, 'cat pipe')]);
      execFileSync('mkfifo', [join(project.root, 'pipe')]);
      const id = await create('Wait.');
      await vi.waitFor(() => expect(livingOf(project).some((line) => line.includes('cat pipe'))).toBe(true), {
        timeout: 90_000,
        interval: 100,
      });
      await swarm('kill', id, '--force');
      await over(id);
      expect(await status(id)).toMatchObject({ status: 'KILLED', reason: 'asked' });
      expect(livingOf(project)).toEqual([]);
    });

    test('a command of its own as a message ends with an answer, and fails nothing', async () => {
      const { standIn, swarm, over, create, status } = await makeAgentProject(cli);
      standIn.play(() => says('An answer.', { delayMs: 1_000 }));
      const id = await create('Work.');
      await swarm('send', id, '/exit');
      expect(await over(id)).toBe(0);
      expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
    });

    test('in a workspace of its own it works there, and reaches Swarm from there', async () => {
      const { project, standIn, swarm, over, create, status } = await makeAgentProject(cli);
      standIn.play([
        shell(cli, 'echo hello > c.txt && git status --short'),
        shell(cli, `swarm result '{"summary":"wrote c.txt"}'`),
        says('All is done.'),
      ]);
      const id = await create('Write a file.', 'developer', '--workspace');
      expect(await over(id)).toBe(0);
      expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
      expect(JSON.parse((await swarm('result', id)).stdout)).toEqual({ summary: 'wrote c.txt' });
      expect(existsSync(join(project.root, 'c.txt'))).toBe(false);
      expect(standIn.main()[1]?.toolResults.at(-1)?.text).toContain('?? c.txt');
    });

    test('a persona that does not write is kept from writing', async () => {
      const { project, standIn, over, create, status } = await makeAgentProject(cli);
      const file = join(project.root, 'b.txt');
      standIn.play([write(cli, file, 'hello'), says('I could not.')]);
      const id = await create('Look.', 'researcher');
      expect(await over(id)).toBe(0);
      expect(await status(id)).toMatchObject({ status: 'COMPLETED' });
      expect(existsSync(file)).toBe(false);
      expect(standIn.main()).toHaveLength(2);
    });
  },
);

// The launcher is spared: it has to write down how its agent ended.
function killAgents(living: readonly string[]): void {
  for (const line of living.filter((one) => !one.includes('.launcher-'))) {
    try {
      process.kill(Number.parseInt(line, 10), 'SIGKILL');
    } catch {
      // It went with another one.
    }
  }
}

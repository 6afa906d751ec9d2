import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { livingOf } from '../../e2e/living.ts';
import { type Answer, calls, fails, says } from '../../stand-in/answer.ts';
import { type AgentProject, makeAgentProject } from './project.ts';

const ACP = { gemini: ['gemini', '--acp'], opencode: ['opencode', 'acp'] } as const;
type AcpCli = keyof typeof ACP;

const shell = (cli: AcpCli, command: string): Answer =>
  calls(cli === 'gemini' ? 'run_shell_command' : 'bash', { command, description: 'Runs a command' });

/** The real program over ACP, with a persona that may do nothing without asking. */
async function makeAcp(cli: AcpCli, script: readonly Answer[] | (() => Answer) = []): Promise<AgentProject> {
  const made = await makeAgentProject(cli, { script, config: { cli: 'acp', acp: { command: ACP[cli] } } });
  made.project.write('agents/worker/worker-agent.md', 'You work.\n');
  if (cli === 'opencode') {
    const file = join(made.project.home, '.config/opencode/opencode.json');
    const config = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...config, permission: { bash: 'ask', edit: 'ask' } }));
  }
  return made;
}

async function nextQuestion({ swarm, project }: AgentProject, known: readonly string[] = []) {
  return vi.waitFor(
    async () => {
      const { questions } = JSON.parse((await swarm('questions', '--json')).stdout) as {
        questions: { id: string; text: string }[];
      };
      const found = questions.find(({ id }) => !known.includes(id));
      if (!found) throw new Error(`nothing is asked in ${project.root}`);
      return found;
    },
    { timeout: 180_000, interval: 500 },
  );
}

const linesOf = (made: AgentProject, id: string, attempt: number) =>
  made
    .readAttempt(id, attempt, 'stdin.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe.each(Object.keys(ACP) as AcpCli[])('%s over ACP', (cli) => {
  test('two turns in one process, a permission, our own command, tokens', async () => {
    const made = await makeAcp(cli);
    const { standIn, swarm, create, over, status, project } = made;
    standIn.play([
      shell(cli, 'echo made > made.txt'),
      shell(cli, `swarm result '{"summary":"made it"}'`),
      says('The first answer.'),
      says('The second answer.'),
    ]);
    const id = await create('Work.', 'worker', '--here');
    const asked = await nextQuestion(made);
    expect(asked.text).toContain('echo made > made.txt');
    await swarm('send', id, 'And now this.');
    await swarm('answer', asked.id, 'allow');
    expect(await over(id)).toBe(0);
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
    expect(readFileSync(join(project.root, 'made.txt'), 'utf8')).toBe('made\n');
    expect(JSON.parse((await swarm('result', id)).stdout)).toEqual({ summary: 'made it' });
    const { usage } = (await status(id)) as { usage?: { input_tokens: number } };
    // opencode tells the tokens of the last request of each turn alone.
    expect(usage?.input_tokens).toBe(cli === 'gemini' ? 400 : 200);
    const last = standIn.main().at(-1);
    expect(last?.prompt).toContain('And now this.');
    expect(last?.said.some(({ text }) => text.includes('The first answer.'))).toBe(true);
    expect(livingOf(project)).toEqual([]);
  });

  test('after kill -9 of the supervisor the same process gets the answer', async () => {
    const made = await makeAcp(cli);
    const { standIn, swarm, create, over, status, project } = made;
    standIn.play([shell(cli, 'echo once >> once.txt'), says('Done.')]);
    const id = await create('Work.', 'worker', '--here');
    const asked = await nextQuestion(made);
    process.kill(JSON.parse((await swarm('supervisor', 'status', '--json')).stdout).pid, 'SIGKILL');
    await swarm('answer', asked.id, 'allow');
    expect(await over(id)).toBe(0);
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
    expect(readFileSync(join(project.root, 'once.txt'), 'utf8')).toBe('once\n');
  });

  test('a no is heard with its words, and nothing is done', async () => {
    const made = await makeAcp(cli);
    const { standIn, swarm, create, over, project } = made;
    standIn.play([shell(cli, 'echo made > made.txt'), says('I could not.'), says('Then the other.')]);
    const id = await create('Work.', 'worker', '--here');
    await swarm('answer', (await nextQuestion(made)).id, 'deny', 'use the other file');
    expect(await over(id)).toBe(0);
    expect(standIn.main().at(-1)?.prompt).toContain('The person says: use the other file');
    expect(existsSync(join(project.root, 'made.txt'))).toBe(false);
  });

  test('an interrupt in a tool cancels, and the answer goes on with the conversation', async () => {
    const made = await makeAcp(cli);
    const { standIn, swarm, create, over, status, project } = made;
    execFileSync('mkfifo', [join(project.root, 'pipe')]);
    standIn.play([
      says('I begin.', {
        tools: [
          {
            name: cli === 'gemini' ? 'run_shell_command' : 'bash',
            input: { command: 'cat pipe > out.txt', description: 'x' },
          },
        ],
      }),
      says('I went on.'),
    ]);
    const id = await create('Wait.', 'worker', '--here');
    const asked = await nextQuestion(made);
    await swarm('answer', asked.id, 'allow');
    await vi.waitFor(() => expect(livingOf(project).some((line) => line.includes('cat pipe'))).toBe(true), {
      timeout: 90_000,
      interval: 100,
    });
    await swarm('interrupt', id, 'look');
    const why = await nextQuestion(made, [asked.id]);
    await vi.waitFor(() => expect(livingOf(project).some((line) => line.includes('cat pipe'))).toBe(false), {
      timeout: 90_000,
      interval: 100,
    });
    expect(linesOf(made, id, 1).at(-1)).toMatchObject({ method: 'session/cancel' });
    await vi.waitFor(
      () => expect(made.readAttempt(id, 1, 'events.jsonl')).toContain('"stopReason":"cancelled"'),
      { timeout: 10_000, interval: 100 },
    );
    await swarm('answer', why.id, 'go on then');
    expect(await over(id)).toBe(0);
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
    expect(linesOf(made, id, 2)[1]).toMatchObject({
      method: cli === 'gemini' ? 'session/load' : 'session/resume',
    });
    const last = standIn.main().at(-1);
    expect(last?.said.some(({ text }) => text.includes('I begin.'))).toBe(true);
    expect(JSON.stringify(last?.said)).toContain('go on then');
    expect(livingOf(project)).toEqual([]);
  });

  test('a refused key is asked about, a limit parks', async () => {
    const made = await makeAcp(cli, () => fails(401, 'authentication_error'));
    const { standIn, swarm, create, over, status } = made;
    const id = await create('Work.', 'worker', '--here');
    const asked = await nextQuestion(made);
    expect(asked.text).toMatch(/is not logged in: .*401/);
    standIn.play([says('All is done.')]);
    await swarm('answer', asked.id, 'go on');
    expect(await over(id)).toBe(0);
    // It tries for as long as it is told to.
    standIn.play(() => fails(429, 'rate_limit_error', { 'retry-after': '1' }));
    const limited = await create('Work.', 'worker', '--here');
    await vi.waitFor(async () => expect(await status(limited)).toMatchObject({ state: 'parked' }), {
      timeout: 90_000,
      interval: 500,
    });
    await swarm('kill', limited, '--force');
  });
});

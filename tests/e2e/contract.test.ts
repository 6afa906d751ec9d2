import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { create, makeProject, statusOf, type TestProject } from './project.ts';

const SCHEMA = JSON.stringify({
  type: 'object',
  required: ['verdict'],
  properties: { verdict: { enum: ['approved', 'changes'] } },
});

async function makeJudged(): Promise<{ project: TestProject; schema: string }> {
  const project = await makeProject({ retries: 0 });
  return { project, schema: project.write('verdict.schema.json', SCHEMA) };
}

const writes = (json: string): string => `run: ${JSON.stringify(`echo '${json}' > "$SWARM_RESULT_FILE"`)}`;

test('a result that fits its schema completes the session', async () => {
  const { project, schema } = await makeJudged();
  const id = await create(project, ['result: {verdict: approved}'], '--schema', schema);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await project.json('result', id)).toMatchObject({ result: { verdict: 'approved' } });
});

test('a result that does not fit goes back once with what is wrong, and may be mended', async () => {
  const { project, schema } = await makeJudged();
  project.write('agents/judge/judge-agent.md', '---\ncommand: ["./judge.sh"]\n---\n');
  // It reads in its second prompt what was wrong with its first result.
  const mends = 'grep -q "/verdict must be equal" "$SWARM_PROMPT_FILE" && verdict=approved';
  const tells = 'echo "{\\"verdict\\": \\"$verdict\\"}" > "$SWARM_RESULT_FILE"';
  const program = ['#!/bin/sh', 'verdict=maybe', mends, tells, ''].join('\n');
  chmodSync(project.write('judge.sh', program), 0o755);
  const task = project.write('task.md', 'Judge.');
  const id = (await project.swarm('create', 'judge', task, '--quiet', '--schema', schema)).stdout.trim();
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await statusOf(project, id)).toMatchObject({ attempt: 2 });
  expect((await project.swarm('events', id)).stdout).toContain('turn 2: correction');
});

test('the second time the session fails for its contract, and keeps what it delivered', async () => {
  const { project, schema } = await makeJudged();
  const id = await create(project, [writes('{"verdict":"maybe"}')], '--schema', schema);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({ status: 'FAILED', reason: 'contract', attempt: 1 });
  expect(await project.json('result', id)).toMatchObject({ result: { verdict: 'maybe' } });
});

test('without a result.json the last message is the result, and JSON is expected of it', async () => {
  const { project, schema } = await makeJudged();
  const good = await create(project, [`say: '{"verdict": "changes"}'`], '--schema', schema);
  const bad = await create(project, ['say: I think it is fine'], '--schema', schema);
  expect((await project.swarm('wait', good, '--timeout', '40s')).code).toBe(0);
  expect((await project.swarm('wait', bad, '--timeout', '40s')).code).toBe(2);
  expect(await statusOf(project, bad)).toMatchObject({ reason: 'contract' });
});

test('an agent hears at once what is wrong with its result, and is not done before it fits', async () => {
  const { project, schema } = await makeJudged();
  const steps = [
    `run: "swarm result '{}' > told.txt 2>&1; swarm done >> told.txt 2>&1; cat told.txt"`,
    'result: {verdict: changes}',
    'done: judged',
  ];
  const id = await create(project, steps, '--schema', schema);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  const said = (await project.swarm('logs', id)).stdout;
  expect(said).toContain("must have required property 'verdict'");
  expect(said).toContain('not done yet');
});

test('a broken schema is refused at once, with its place', async () => {
  const { project } = await makeJudged();
  const task = project.script('task', ['say: never']);
  const broken = project.write('broken.json', '{\n  "type": "objct"\n}');
  const ran = await project.swarm('create', 'rehearsal', task, '--schema', broken);
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain('broken.json:2: ');
  const missing = await project.swarm('create', 'rehearsal', task, '--schema', 'nowhere.json');
  expect(missing.stderr).toContain('Schema file not found');
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toEqual([]);
});

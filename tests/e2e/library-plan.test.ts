import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

const PACKAGE = resolve(import.meta.dirname, '../..');
const PLAN = readFileSync(join(PACKAGE, 'examples/user-management/plan.yaml'), 'utf8');
const LIMIT_MS = 55_000;

/** Runs a program of Node in the project, which has the package as any other of its dependencies. */
async function play(project: TestProject, words: readonly string[]): Promise<string> {
  mkdirSync(join(project.root, 'node_modules'));
  symlinkSync(PACKAGE, join(project.root, 'node_modules', 'swarmctl'));
  const options = { cwd: project.root, env: project.env, timeout: LIMIT_MS };
  return (await promisify(execFile)(process.execPath, words, options)).stdout;
}

test('the example of a plan runs from its first task to its report', async () => {
  const project = await makeProject();
  project.write('.swarm/plans/user-management/plan.yaml', PLAN);
  const example = join(PACKAGE, 'examples', 'plan.mjs');
  const text = await play(project, [example, '--in', project.root, '--plan', 'user-management']);
  expect(text).toContain('stage_transition');
  expect(text).toMatch(/\ndone in \d+ s: 100 %/);
  expect(readFileSync(/report: (.*)/.exec(text)?.[1] ?? '', 'utf8')).toContain('api_agent');
});

test('a plan that is not there or not sound throws, and a session id can be given', async () => {
  const project = await makeProject();
  project.write('.swarm/plans/empty/plan.yaml', 'name: empty\ngoal: nothing\nagents: {}\ntasks: []\n');
  project.write('.swarm/plans/user-management/plan.yaml', PLAN);
  const program = project.write(
    'program.mjs',
    `import { Orchestrator } from 'swarmctl';
     const orchestrator = new Orchestrator({ sessionId: 'mine' });
     const codeOf = (error) => error.code;
     const codes = [
       await orchestrator.startPlan('nowhere').catch(codeOf),
       await orchestrator.startPlan('empty').catch(codeOf),
       await orchestrator.startPlan('user-management').catch(codeOf),
     ];
     const { id } = await orchestrator.startPlan('user-management', { cli: 'rehearsal', yes: true });
     const twice = await orchestrator.startPlan('user-management').catch(codeOf);
     await orchestrator.kill();
     await orchestrator.close();
     console.log(JSON.stringify({ codes, id, twice }));`,
  );
  expect(JSON.parse(await play(project, [program]))).toEqual({
    codes: ['plan-not-found', 'plan-unsound', 'plan-not-approved'],
    id: 'mine',
    twice: 'session-running',
  });
});

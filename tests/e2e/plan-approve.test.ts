import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallPlan } from '../samples/small-plan.ts';
import { textIn } from './designs.ts';
import { makeProject, type TestProject } from './project.ts';

const FILE = '.swarm/plans/sign-up/plan.yaml';

async function makePlanned(): Promise<TestProject> {
  const project = await makeProject();
  project.write(FILE, smallPlan('sign-up'));
  return project;
}

const run = (project: TestProject, ...flags: string[]) =>
  project.swarm('plan', 'run', 'sign-up', '--cli', 'rehearsal', '--quiet', ...flags);

test('a plan is run only as it was approved: any change needs another approval', async () => {
  const project = await makePlanned();
  const refused = await run(project);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('swarm plan approve sign-up')]);
  expect(await project.json('runs')).toMatchObject({ runs: [] });

  const shown = await project.json<{ is: string; text: string }>('plan', 'approve', 'sign-up', '--dry-run');
  expect(shown.is).toBe('shown');
  expect(shown.text).toContain('$ test -s agents/page_agent/task_output/page.html');
  expect((await run(project)).code).toBe(1);

  expect(await project.json('plan', 'approve', 'sign-up')).toMatchObject({ is: 'approved', version: 1 });
  expect(await project.json('plan', 'approve', 'sign-up')).toMatchObject({ is: 'already', version: 1 });
  expect((await run(project)).code).toBe(0);

  project.write(FILE, smallPlan('sign-up').replace('test -s', 'rm -rf /tmp/x; test -s'));
  expect((await run(project)).code).toBe(1);
  expect((await run(project, '--yes')).code).toBe(0);
  expect(await project.json('plan', 'approve', 'sign-up')).toMatchObject({ is: 'already', version: 2 });
});

test('what cannot be approved or rejected is refused with what to do', async () => {
  const project = await makePlanned();
  const unknown = await project.swarm('plan', 'approve', 'sing-up');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Did you mean: sign-up')]);
  const nothing = await project.swarm('plan', 'reject', 'sign-up', 'smaller');
  expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('swarm plan design sign-up')]);
  expect((await project.swarm('plan', 'approve', 'sign-up')).code).toBe(0);
  const late = await project.swarm('plan', 'reject', 'sign-up', 'smaller');
  expect([late.code, late.stderr]).toEqual([
    1,
    expect.stringContaining('Version 1 of plan sign-up is approved: it cannot be rejected'),
  ]);
  project.write(FILE, 'name: [');
  const broken = await project.swarm('plan', 'approve', 'sign-up');
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('swarm plan check sign-up')]);
  const outside = await project.swarm('plan', 'submit', FILE);
  expect([outside.code, outside.stderr]).toEqual([1, expect.stringContaining('session')]);
});

test('a persona that a plan calls for is shown for approval, and the run names the command', async () => {
  const project = await makePlanned();
  const text = smallPlan('sign-up').replace('persona: developer', 'persona: page-writer');
  project.write(FILE, `${text}new_personas:\n  - { name: page-writer, specification: Writes plain HTML. }\n`);
  const shown = await project.json<{ text: string }>('plan', 'approve', 'sign-up');
  expect(shown.text).toContain('page-writer: Writes plain HTML.');
  for (const words of [
    ['plan', 'check', 'sign-up'],
    ['plan', 'run', 'sign-up'],
  ]) {
    const ran = await project.swarm(...words);
    expect([ran.code, `${ran.stdout}${ran.stderr}`]).toEqual([1, expect.stringContaining('page-writer')]);
  }
  const checked = await project.swarm('plan', 'check', 'sign-up');
  expect(checked.stdout).toContain('swarm personas new page-writer --from-plan sign-up');
});

test('an edit is checked when the editor leaves: nothing is lost, a sound one needs approval', async () => {
  const project = await makePlanned();
  await project.swarm('plan', 'approve', 'sign-up');
  const edit = (command: string) => {
    const editor = project.write('bin/editor.sh', `#!/bin/sh\n${command}\n`);
    chmodSync(editor, 0o755);
    return project.swarmWith({ env: { EDITOR: editor } }, 'plan', 'edit', 'sign-up');
  };
  const copy = join(project.root, '.swarm/plans/sign-up/plan.edit.yaml');
  const none = await project.swarm('plan', 'edit', 'sign-up');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('export EDITOR=')]);

  const unsound = await edit('sed -i s/page_verifier/page_agent/ "$1"');
  expect([unsound.code, unsound.stderr]).toEqual([1, expect.stringContaining(`Your copy is kept: ${copy}`)]);
  expect(textIn(project, FILE)).toContain('verifier: page_verifier');

  const mended = project.write('mended.yaml', smallPlan('sign-up').replace('HTML 5', 'HTML'));
  const sound = await edit(`cp ${mended} "$1"`);
  expect([sound.code, sound.stdout]).toEqual([0, expect.stringContaining('Saved: version 2 of sign-up')]);
  expect(existsSync(copy)).toBe(false);
  expect(textIn(project, FILE)).toContain('format: HTML }');
  expect((await run(project)).code).toBe(1);
  expect(await project.json('plan', 'approve', 'sign-up')).toMatchObject({ is: 'approved', version: 2 });

  expect((await run(project)).code).toBe(0);
  const same = await edit('true');
  expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('Nothing was changed in sign-up')]);
});

test('a repository that has files where Swarm draws keeps them: the plan is not started', async () => {
  const project = await makePlanned();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project.root });
  const own = project.write('orchestration/agents/page_agent/agent_instructions.md', 'mine\n');
  project.write('orchestration/README.md', 'mine too\n');
  git('add', '-f', 'orchestration');
  git('-c', 'user.name=d', '-c', 'user.email=d@example.invalid', 'commit', '-qm', 'mine');
  const refused = await run(project, '--yes');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('git rm -r --cached')]);
  expect(refused.stderr).toContain('orchestration/agents/page_agent/agent_instructions.md');
  expect(refused.stderr).not.toContain('README.md');
  expect(await project.json('runs')).toMatchObject({ runs: [] });
  expect(readFileSync(own, 'utf8')).toBe('mine\n');
  git('rm', '-rq', '--cached', 'orchestration/agents');
  git('-c', 'user.name=d', '-c', 'user.email=d@example.invalid', 'commit', '-qm', 'apart');
  expect((await run(project, '--yes')).code).toBe(0);
});

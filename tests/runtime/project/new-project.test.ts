import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NewProject } from '../../../src/runtime/project/new-project.ts';
import { projectPaths } from '../../../src/runtime/project/project-paths.ts';
import { realNewProject } from '../../../src/runtime/project/real-new-project.ts';

type Write = (project: NewProject) => Promise<unknown>;
const WRITES: Readonly<Record<string, Write>> = {
  ensureFile: (project) => project.ensureFile('templates/one.md', 'x'),
  drawFile: (project) => project.drawFile('templates/deep/one.md', 'x'),
  ensureFolder: (project) => project.ensureFolder('templates'),
};

function makeProject() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-new-project-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [root, outside] = [join(base, 'project'), join(base, 'outside')];
  for (const folder of [root, outside]) mkdirSync(folder);
  return { root, outside, templates: join(root, 'templates'), project: realNewProject(projectPaths(root)) };
}

test.each(Object.entries(WRITES))('%s is refused where a link leads out of the project', async (_, write) => {
  const { project, outside, templates } = makeProject();
  symlinkSync('../outside', templates);
  await expect(write(project)).rejects.toMatchObject({
    code: 'file-odd',
    message: `${templates} leads out of the project, to ${outside}; Swarm writes nothing there`,
  });
  expect(readdirSync(outside)).toEqual([]);
});

test.each(Object.entries(WRITES))('%s says what lies in the place of a folder', async (_, write) => {
  const { project, root, templates } = makeProject();
  execFileSync('mkfifo', [templates]);
  await expect(write(project)).rejects.toThrow(`${templates} is a named pipe and should be a folder`);
  rmSync(templates);
  symlinkSync('none', templates);
  await expect(write(project)).rejects.toThrow(`Could not use ${templates}: it, or a folder on the way`);
  expect(existsSync(join(root, 'none'))).toBe(false);
});

test('a link inside is followed, and a folder that a setting names outside is used', async () => {
  const { project, root, outside, templates } = makeProject();
  mkdirSync(join(root, 'docs'));
  symlinkSync('docs', templates);
  await project.ensureFile('templates/one.md', 'x');
  await project.ensureFile('../outside/one.md', 'x');
  expect([readdirSync(join(root, 'docs')), readdirSync(outside)]).toEqual([['one.md'], ['one.md']]);
});

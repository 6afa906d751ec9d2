import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

const EVIL = 'before\u001b]0;owned\u0007\u001b]52;c;cm0=\u0007\u001b[2J\u001b[?1049h\u202eafter';
const SHOWN = 'before␛]0;owned␇␛]52;c;cm0=␇␛[2J␛[?1049h<U+202E>after';
const BUNDLE = new URL('../../dist/swarm.cjs', import.meta.url).pathname;

/** What a command writes to a terminal of its own. */
function onTerminal({ root, env }: TestProject, ...words: string[]): string {
  const line = [process.execPath, BUNDLE, ...words].map((word) => `'${word}'`).join(' ');
  const own = { ...env, TERM: 'xterm' };
  return execFileSync('script', ['-qec', line, '/dev/null'], { cwd: root, env: own, encoding: 'utf8' });
}

async function withEvilOutput(): Promise<Readonly<{ project: TestProject; id: string }>> {
  const project = await makeProject();
  project.write('agents/evil/evil-agent.md', '---\nname: evil\ncli: command\ncommand: [cat]\n---\n');
  project.write('task.md', `${EVIL}\n`);
  const { stdout } = await project.swarm('create', 'evil', 'task.md', '--quiet');
  const id = stdout.trim();
  expect((await project.swarm('wait', id)).code).toBe(0);
  return { project, id };
}

test('what an agent wrote is shown on a terminal, not obeyed; pipes and --raw get the bytes', async () => {
  const { project, id } = await withEvilOutput();
  for (const words of [
    ['logs', id],
    ['logs', id, '--follow'],
    ['result', id],
  ]) {
    const shown = onTerminal(project, ...words);
    expect([words, shown]).toEqual([words, expect.stringContaining(SHOWN)]);
  }
  expect(onTerminal(project, 'logs', id, '--raw')).toContain(EVIL);
  expect((await project.swarm('logs', id)).stdout).toContain(EVIL);
  const json = onTerminal(project, 'logs', id, '--json');
  expect(json).not.toContain('\u202e');
  expect(JSON.parse(json).text).toContain(EVIL);
});

test('the pane of a headless agent obeys nothing that the agent wrote', async () => {
  const project = await makeProject();
  const run = JSON.stringify('cat; sleep 60');
  const persona = `---\nname: evil\ncli: command\ncommand: [sh, -c, ${run}]\n---\n`;
  project.write('agents/evil/evil-agent.md', persona);
  project.write('task.md', `${EVIL}\n`);
  expect((await project.swarm('create', 'evil', 'task.md')).code).toBe(0);
  const pane = () => project.tmux('list-panes', '-a', '-F', '#{pane_id}').trim();
  const drawn = () => project.tmux('capture-pane', '-p', '-t', pane());
  await expect.poll(drawn, { timeout: 20_000 }).toContain('before]0;owned]52;c;cm0=[2J[?1049hafter');
  const told = project.tmux('display-message', '-p', '-t', pane(), '#{alternate_on} #{pane_title}');
  expect(told).not.toContain('owned');
  expect(told.startsWith('0 ')).toBe(true);
});

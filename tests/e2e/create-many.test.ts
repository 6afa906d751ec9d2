import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeProject } from './project.ts';

const BUNDLE = new URL('../../dist/swarm.cjs', import.meta.url).pathname;

type Many = Readonly<{ sessions: readonly { session_id: string; title: string }[] }>;

test('words on the command line are tasks, one session each; without any the editor opens', async () => {
  const project = await makeProject({ limits: { sessions: 1 } });
  const words = ['create', 'rehearsal', '-m', 'Fix the login', '-m', 'Update the docs'];
  const { sessions } = await project.json<Many>(...words);
  expect(sessions.map(({ title }) => title)).toEqual(['Fix the login', 'Update the docs']);
  const ids = sessions.map(({ session_id }) => session_id);
  expect((await project.swarm('wait', ...ids, '--timeout', '50s')).code).toBe(0);
  // The words that tell them apart name them too.
  expect((await project.swarm('status', 'login')).stdout).toContain(`Session: ${ids[0]}\n`);

  expect((await project.swarm('create', 'rehearsal')).stderr).toContain('Missing: <task-file|->');
  const both = await project.swarm('create', 'rehearsal', 'task.md', '-m', 'x');
  expect([both.code, both.stderr]).toEqual([1, expect.stringContaining('not both')]);
  expect((await project.swarm(...words, '--title', 'x')).stderr).toContain('--title is for one session');

  const inEditor = (editor: string): string => {
    const env = { ...project.env, TERM: 'xterm', EDITOR: editor };
    const line = `'${process.execPath}' '${BUNDLE}' create rehearsal || true`;
    return execFileSync('script', ['-qec', line, '/dev/null'], { cwd: project.root, env, encoding: 'utf8' });
  };
  const writer = project.write('editor.sh', '#!/bin/sh\necho "Written by hand" > "$1"\n');
  chmodSync(writer, 0o755);
  expect(inEditor('true')).toContain('Cancelled');
  expect(inEditor(writer)).toContain('Session created');
  expect((await project.swarm('status', '@last')).stdout).toContain('Title: Written by hand\n');
});

import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { smallPlan } from '../samples/small-plan.ts';
import { textIn } from './designs.ts';
import { makeProject, type TestProject } from './project.ts';

const BUNDLE = new URL('../../dist/swarm.cjs', import.meta.url).pathname;
const FILE = '.swarm/plans/sign-up/plan.yaml';

type Typed = Readonly<{ types: string; editor?: string }>;

/** What a command writes to a terminal of its own, with what is typed there. */
function onTerminal(project: TestProject, { types, editor }: Typed, ...words: string[]): string {
  const line = [process.execPath, BUNDLE, ...words].map((word) => `'${word}'`).join(' ');
  const own = { ...project.env, TERM: 'xterm', ...(editor === undefined ? {} : { EDITOR: editor }) };
  // Its exit code is shown: a refusal would end the test instead.
  return execFileSync('script', ['-qec', `${line}; echo "exit $?"`, '/dev/null'], {
    cwd: project.root,
    env: own,
    input: types,
    encoding: 'utf8',
  });
}

function editorOf(project: TestProject, command: string): string {
  const editor = project.write('bin/editor.sh', `#!/bin/sh\n${command}\n`);
  chmodSync(editor, 0o755);
  return editor;
}

const RUN = ['plan', 'run', 'sign-up', '--cli', 'rehearsal'] as const;

test('on a terminal a plan that is not approved is shown and asked about once', async () => {
  const project = await makeProject();
  project.write(FILE, smallPlan('sign-up'));
  const refused = onTerminal(project, { types: 'n\n' }, ...RUN);
  expect(refused).toContain('$ test -s agents/page_agent/task_output/page.html');
  expect(refused).toContain('exit 1');
  expect(await project.json('runs')).toMatchObject({ runs: [] });

  const approved = onTerminal(project, { types: 'y\n' }, ...RUN);
  expect(approved).toContain('✅ Plan started');
  // The first run is at work on the same track, which preflight asks about.
  const again = onTerminal(project, { types: 'p\n' }, ...RUN);
  expect([again.includes('Approve it?'), again.includes('✅ Plan started')]).toEqual([false, true]);
});

test('on a terminal an approval is asked for, and "no" records nothing', async () => {
  const project = await makeProject();
  project.write(FILE, smallPlan('sign-up'));
  const no = onTerminal(project, { types: 'n\n' }, 'plan', 'approve', 'sign-up');
  expect(no).toContain('Nothing was approved.');
  expect((await project.swarm(...RUN)).code).toBe(1);
  const yes = onTerminal(project, { types: 'y\n' }, 'plan', 'approve', 'sign-up');
  expect(yes).toContain('✅ Approved: version 1 of sign-up');
});

test('on a terminal a new plan opens the form of its summary in the editor', async () => {
  const project = await makeProject();
  const editor = editorOf(project, 'sed -i "s/.The goal in plain language./People can sign up./" "$1"');
  const made = onTerminal(project, { types: '', editor }, 'plan', 'new', 'sign-up');
  expect(made).toContain('swarm plan design sign-up');
  expect(textIn(project, '.swarm/plans/sign-up/conversation_summary_sign-up.md')).toContain(
    'People can sign up.',
  );
  expect(textIn(project, FILE)).toContain('goal: People can sign up.');
});

test('on a terminal the editor opens again after findings, as often as the person wants', async () => {
  const project = await makeProject();
  project.write(FILE, smallPlan('sign-up'));
  const spoil = 'sed -i "s/^goal: .*/goal: Edited./; s/verifier: page_verifier/verifier: page_agent/" "$1"';
  const mend = 'sed -i "s/verifier: page_agent/verifier: page_verifier/" "$1"';
  const editor = editorOf(project, `if grep -q Edited "$1"; then ${mend}; else ${spoil}; fi`);
  const edited = onTerminal(project, { types: 'y\n', editor }, 'plan', 'edit', 'sign-up');
  expect(edited).toContain('Open the editor again?');
  expect(edited).toContain('✅ Saved: version 1 of sign-up');
  expect(textIn(project, FILE)).toContain('goal: Edited.');
});

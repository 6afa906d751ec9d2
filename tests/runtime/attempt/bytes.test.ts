import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectNothingLeft, openStage, type Stage } from './stage.ts';

const NASTY = [
  `it's "quoted" \`id\` $(id) $HOME \${HOME} \\n \\ !! ~ * ? [a] {a,b} ; & | < > # % %s`,
  '-n -e --',
  "'; touch /tmp/pwned; '",
  'émoji 👩‍👩‍👧 \u2028 \u0001 tab\tend',
  '',
  'no line feed at the end',
].join('\n');
const MEBIBYTE = 1024 * 1024;
// Leaves what it was given as files, byte for byte.
const COPIES = 'cat > stdin.copy; cat "$SWARM_PROMPT_FILE" > file.copy; echo done > ready';

let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(async () => {
  await stage.close();
  await expectNothingLeft(stage);
});

const inWork = (name: string): Promise<string> => readFile(join(stage.workDir, name), 'utf8');

test.each([
  ['with quotes, line feeds, emoji and shell characters', NASTY],
  ['of 1 MB', `${NASTY}\n`.repeat(Math.ceil(MEBIBYTE / NASTY.length))],
  ['that is empty', ''],
])('a prompt %s reaches the agent byte for byte', async (_what, prompt) => {
  const env = { SWARM_PROMPT_FILE: join(stage.folder.dir, 'prompt.md') };
  await stage.run(COPIES, { env, files: { 'prompt.md': prompt } });
  expect(await stage.waitOver()).toMatchObject({ exitCode: 0 });
  expect(await inWork('stdin.copy')).toBe(prompt);
  expect(await inWork('file.copy')).toBe(prompt);
});

test('arguments reach the agent byte for byte', async () => {
  const argv = ['/bin/sh', '-c', 'printf "%s\\0" "$@"', 'sh', NASTY, '', '-n', "'", '\\', '$0', '\n', NASTY];
  await stage.run('', { argv });
  await stage.waitOver();
  expect((await readFile(stage.folder.events, 'utf8')).split('\0').slice(0, -1)).toEqual(argv.slice(4));
});

test('environment values reach the agent byte for byte, and the file that held them is empty', async () => {
  const large = NASTY.repeat(100);
  const env = { SECRET: NASTY, EMPTY: '', IFS: ',', lines: 'one\ntwo\n', LARGE: large, LAST: NASTY };
  await stage.run('', { env, argv: ['env', '-0'] });
  await stage.waitOver();
  const seen = Object.fromEntries(
    (await readFile(stage.folder.events, 'utf8')).split('\0').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  expect(seen).toMatchObject({ ...env, SWARM_ATTEMPT_DIR: stage.folder.dir, PWD: stage.workDir });
  expect(seen).not.toHaveProperty('TMUX');
  expect(seen).not.toHaveProperty('OLDPWD');
  expect(await readFile(stage.folder.env, 'utf8')).toBe('');
  await stage.attempts.ensureGone(stage.ref);
  await expect(access(stage.folder.env)).rejects.toThrow('ENOENT');
});

test('variables of the person reach the agent, those of another attempt do not', async () => {
  const person = {
    ...stage.world.env,
    PERSONAL: 'yes',
    SWARM_ROLE: 'other',
    TMUX: '/tmp/x,1,0',
    'BAD-NAME': 'x',
  };
  const other = openStage({ env: person });
  try {
    await other.run('echo "$PERSONAL $SWARM_ROLE $TMUX"');
    await other.waitOver();
    expect(await readFile(other.folder.events, 'utf8')).toBe('yes  \n');
  } finally {
    await other.close();
  }
});

test('the folder of the swarm command comes first on the PATH', async () => {
  await stage.run('echo "$PATH"', { env: { SWARM_BIN_DIR: '/opt/swarm bin' } });
  await stage.waitOver();
  expect(await readFile(stage.folder.events, 'utf8')).toBe(`/opt/swarm bin:${stage.world.env.PATH}\n`);
});

test('the agent works in its work folder, whatever its name holds', async () => {
  await stage.run('pwd');
  await stage.waitOver();
  expect(await readFile(stage.folder.events, 'utf8')).toBe(`${stage.workDir}\n`);
});

test('a missing work folder is said in stderr.log and in the exit', async () => {
  await stage.run('exit 0', { workDir: join(stage.root, 'nowhere') });
  expect(await stage.waitOver()).toMatchObject({ exitCode: 127 });
  expect(await stage.attempts.readErrors(stage.ref)).toContain('the folder to work in is not there');
});

test('a program that does not exist is said in stderr.log and in the exit', async () => {
  await stage.run('', { argv: ['no-such-program-anywhere'] });
  expect(await stage.waitOver()).toMatchObject({ exitCode: 127 });
  expect(await stage.attempts.readErrors(stage.ref)).toContain('no-such-program-anywhere');
});

test('a prompt file that vanished is said in stderr.log', async () => {
  await stage.run('exit 0', { files: {} });
  await stage.waitOver();
  expect(await stage.attempts.readErrors(stage.ref)).toContain('prompt.md');
});

test('an agent without a terminal can be interrupted, and cannot wait for a keyboard', async () => {
  await stage.run(
    "trap 'echo interrupted' INT; (exec < /dev/tty) 2> /dev/null || echo deaf; kill -INT $$; echo on",
  );
  await stage.waitOver();
  expect(await readFile(stage.folder.events, 'utf8')).toBe('deaf\ninterrupted\non\n');
});

test('a plan that no shell could carry out is a fault', async () => {
  await expect(stage.run('', { env: { 'A-B': '1' } })).rejects.toMatchObject({ code: 'launch-impossible' });
  await expect(stage.run('', { argv: ['a\0b'] })).rejects.toMatchObject({ code: 'launch-impossible' });
  await expect(stage.run('', { files: { '../x': '' } })).rejects.toMatchObject({ code: 'launch-impossible' });
  await expect(stage.run('', { files: { exit: '' } })).rejects.toMatchObject({ code: 'launch-impossible' });
});

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quote, renderEnv, renderStart } from './launch-files.ts';

const plan = {
  argv: ['agent', '--flag'],
  env: {},
  workDir: "/it's here",
  input: 'turns' as const,
  files: {},
};

test('a quoted text comes out of a shell as it went in', () => {
  const text = fc.string({ unit: 'binary' }).map((raw) => raw.replaceAll('\0', ''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      const script = `printf '%s\\0' ${texts.map(quote).join(' ')}`;
      const said = execFileSync('/bin/sh', ['-c', script]);
      expect(said).toEqual(Buffer.from(texts.map((each) => `${each}\0`).join('')));
    }),
    { numRuns: 50 },
  );
});

test('the whole of start.sh', () => {
  const tools = {
    hasGnuTail: true,
    detach: ['/usr/bin/setsid', '/usr/bin/env', '--default-signal=INT,QUIT'],
  };
  expect(renderStart({ plan, view: '/o.log', tools })).toMatchInlineSnapshot(`
    "input='turns'
    work='/it'\\''s here'
    view='/o.log'
    follow='tail -c +1 -s 0.1 -f'
    follow_view='tail -n +1 -s 0.5 ---disable-inotify -f'
    detach='/usr/bin/setsid /usr/bin/env --default-signal=INT,QUIT'
    set -- 'agent' '--flag'
    "
  `);
});

test('a program with an equals sign in its name is not started through env', () => {
  const tools = { hasGnuTail: true, detach: ['/usr/bin/setsid'] };
  expect(renderStart({ plan: { ...plan, argv: ['a=b'] }, view: null, tools })).toContain("detach=''");
});

test('what the plan says comes before what the person has, and the attempt’s folder is ours to say', () => {
  const env = { A: 'plan', SWARM_ATTEMPT_DIR: '/elsewhere', SWARM_BIN_DIR: '/bin dir' };
  const person = { A: 'person', B: 'person', PATH: '/usr/bin', SWARM_RUN_ID: 'of another', TERM: 'xterm' };
  expect(renderEnv(person, { ...plan, env }, { dir: '/attempt', token: 'secret' })).toMatchInlineSnapshot(`
    "export A='plan'
    export B='person'
    export PATH='/bin dir:/usr/bin'
    export SWARM_ATTEMPT_DIR='/attempt'
    export SWARM_BIN_DIR='/bin dir'
    export SWARM_ATTEMPT_TOKEN='secret'
    : > ./env.sh
    "
  `);
});

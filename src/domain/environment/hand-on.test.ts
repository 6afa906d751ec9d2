import { expect, test } from 'vitest';
import { handOn, isSecret } from './hand-on.ts';

test.each([
  'GITHUB_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_ACCESS_KEY_ID',
  'STRIPE_API_KEY',
  'key',
  'MY_DB_PASSWORD',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'SIGNING_SECRET',
  'PGPASSWORD',
  'DATABASE_URL',
  'ADMIN_DATABASE_URL',
  'SENTRY_DSN',
])('%s is a secret by its name', (name) => {
  expect(isSecret(name, 'x')).toBe(true);
});

test.each([
  'KEYBOARD',
  'MONKEY_NAME',
  'TOKENIZER',
  'MAX_THINKING_TOKENS',
  'PASSWORDLESS',
  'SECRETARY',
  'HOME',
  'SSH_AUTH_SOCK',
])('%s is none', (name) => {
  expect(isSecret(name, '/some/value')).toBe(false);
});

test.each([
  ['REDIS', 'redis://:hunter2@cache:6379/0', true],
  ['AMQP', 'amqp+ssl://me:pass@host/v', true],
  ['SQL', 'Server=db;User Id=me;Password=hunter2;', true],
  ['SITE', 'https://example.invalid:8080/a@b', false],
  ['REPO', 'ssh://git@example.invalid/repo.git', false],
  ['HTTPS_PROXY', 'http://me:pass@proxy:3128', false],
  ['https_proxy', 'http://me:pass@proxy:3128', false],
])('%s=%s: a connection with a password is a secret, the way out is not', (name, value, is) => {
  expect(isSecret(name, value)).toBe(is);
});

const env = {
  PATH: '/bin',
  GITHUB_TOKEN: 'g',
  ANTHROPIC_API_KEY: 'a',
  AWS_SECRET_ACCESS_KEY: 's',
  SWARM_STORE: 'postgres://me:secret@db/x',
  SWARM_READY_FD: '3',
  LISTEN_FDS: '1',
  NOTIFY_SOCKET: '/run/systemd/notify',
};

test('what looks like a secret stays behind, but for what the CLI needs and the settings list', () => {
  const needs = [{ variables: ['ANTHROPIC_*'] }, { variables: ['AWS_*'], when: 'USE_BEDROCK' }];
  expect(handOn(env, { needs, pass: [] })).toEqual({
    given: { PATH: '/bin', ANTHROPIC_API_KEY: 'a', SWARM_STORE_HIDDEN: '1' },
    withheld: ['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN'],
  });
  expect(handOn({ ...env, USE_BEDROCK: '1' }, { needs, pass: [] }).withheld).toEqual(['GITHUB_TOKEN']);
  expect(handOn(env, { needs: [], pass: ['GITHUB_*'] }).withheld).toEqual([
    'ANTHROPIC_API_KEY',
    'AWS_SECRET_ACCESS_KEY',
  ]);
});

test('a dot in a name of the settings stands for itself, and a part of a name for nothing', () => {
  expect(handOn(env, { needs: [], pass: ['GITHUB.TOKEN', 'GITHUB', 'TOKEN'] }).withheld).toContain(
    'GITHUB_TOKEN',
  );
});

test('the store and descriptors of the supervisor never go on, whatever the settings list', () => {
  const { given, withheld } = handOn(env, { needs: [], pass: ['*'] });
  expect(given).toEqual({
    PATH: '/bin',
    GITHUB_TOKEN: 'g',
    ANTHROPIC_API_KEY: 'a',
    AWS_SECRET_ACCESS_KEY: 's',
    // Says that it is out of reach, so that no other one answers in its place.
    SWARM_STORE_HIDDEN: '1',
  });
  expect(withheld).toEqual([]);
});

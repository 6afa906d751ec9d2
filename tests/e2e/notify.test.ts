import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSmtpServer } from '../runtime/notify/smtp-server.ts';
import { startDashboard } from './dashboard-client.ts';
import { create, makeProject, supervisorPid, type TestProject } from './project.ts';

type Question = { id: string; state: string };
type Page = Question & { notifications: { state: string; attempts: number }[]; persona: string };

/** A webhook on loopback. Each post waits for an answer until one is given. */
async function startWebhook() {
  const posts: { text: string }[] = [];
  let onPost = (): void => {};
  let status = 200;
  let isMute = false;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      posts.push(JSON.parse(body));
      onPost();
      if (!isMute) response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    posts,
    env: { SWARM_NOTIFY_WEBHOOK_URL: `http://127.0.0.1:${port}/hush-hush` },
    setMute: (mute: boolean) => {
      isMute = mute;
    },
    setStatus: (next: number) => {
      status = next;
    },
    /** Resolves when there are so many posts. */
    reached: (count: number) =>
      new Promise<void>((resolve) => {
        onPost = () => {
          if (posts.length >= count) resolve();
        };
        onPost();
      }),
  };
}

const webhookProject = (more: Readonly<Record<string, unknown>> = {}) =>
  makeProject({ notify: { channels: ['webhook'], ...more } });

const startWith = async (project: TestProject, env: Record<string, string>): Promise<void> => {
  expect((await project.swarmWith({ env }, 'supervisor', 'start')).code).toBe(0);
};

const ASK = ['ask: {text: "May I merge?", options: [yes, no]}', 'done: finished'];

async function openQuestion(project: TestProject): Promise<Question> {
  const {
    questions: [question],
  } = await project.json<{ questions: Question[] }>('questions');
  if (!question) throw new Error('nothing is asked');
  return question;
}

test('a question is posted once, answering it posts nothing more, and the secret is nowhere', async () => {
  const webhook = await startWebhook();
  const project = await webhookProject();
  await startWith(project, webhook.env);
  const id = await create(project, ASK);
  await webhook.reached(1);
  expect(webhook.posts[0]?.text).toContain('May I merge?\n(yes | no)');

  const question = await openQuestion(project);
  expect((await project.swarm('answer', question.id, 'yes')).code).toBe(0);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  const again = await project.swarm('answer', question.id, 'no');
  expect(again.code).toBe(1);
  expect(again.stderr).toMatch(/already|settled|answered/i);

  const page = await project.json<Page>('questions', 'show', question.id);
  expect(page).toMatchObject({ persona: 'rehearsal', notifications: [{ state: 'sent', attempts: 1 }] });
  expect(await project.json('questions', '--state', 'answered')).toMatchObject({
    questions: [{ id: question.id }],
  });
  expect(webhook.posts).toHaveLength(1);
  const journal = await project.swarm('events', '--json');
  const log = readFileSync(join(project.paths.logsDir, 'orchestrator.log'), 'utf8');
  expect(`${journal.stdout}${log}`).toContain('notification-sent');
  expect(`${journal.stdout}${log}`).not.toContain('hush-hush');
});

test('while the page is served, a word links to its question there', async () => {
  const webhook = await startWebhook();
  const project = await webhookProject({ on: ['question-unanswered'], unansweredAfter: '1s' });
  await startWith(project, webhook.env);
  const { port } = await startDashboard(project);
  await create(project, ASK);
  await webhook.reached(1);
  const { id } = await openQuestion(project);
  expect(webhook.posts[0]?.text).toContain(`http://127.0.0.1:${port}/questions/${id}`);
});

test('a supervisor that is killed while it posts leaves the word to the next one', async () => {
  const webhook = await startWebhook();
  const project = await webhookProject();
  webhook.setMute(true);
  await startWith(project, webhook.env);
  await create(project, ASK);
  await webhook.reached(1);
  process.kill(await supervisorPid(project), 'SIGKILL');

  webhook.setMute(false);
  await startWith(project, webhook.env);
  await webhook.reached(2);
  await project.swarm('events', '--follow', '--until', 'notification-sent');
  const { id } = await openQuestion(project);
  expect(await project.json<Page>('questions', 'show', id)).toMatchObject({
    notifications: [{ state: 'sent', attempts: 2 }],
  });
});

test('a channel that refuses is given up with its reason, and stops nothing', async () => {
  const webhook = await startWebhook();
  const project = await webhookProject({
    channels: ['webhook', 'desktop'],
    on: ['question', 'session-failed'],
  });
  webhook.setStatus(404);
  await startWith(project, webhook.env);
  const failing = await create(project, ['exit: 3']);
  expect((await project.swarm('wait', failing, '--timeout', '40s')).code).not.toBe(0);
  await webhook.reached(1);
  expect(webhook.posts[0]?.text).toContain('rehearsal failed');
  await project.swarm('events', '--follow', '--until', 'notification-failed');

  const id = await create(project, ['say: well', 'done: finished']);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
});

test('agents do not find the secrets of notifications in their environment', async () => {
  const project = await makeProject();
  const env = { SWARM_SMTP_PASSWORD: 'hush-hush', SWARM_NOTIFY_WEBHOOK_URL: 'http://127.0.0.1:1/hush-hush' };
  await startWith(project, env);
  const look = JSON.stringify('echo "found $(env | grep -c hush) of them"');
  const id = await create(project, [`run: ${look}`, 'done: finished']);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect((await project.swarm('logs', id)).stdout).toContain('found 0 of them');
});

test('a test word tells which channels work, and the doctor what they lack', async () => {
  const webhook = await startWebhook();
  const project = await webhookProject({ channels: ['webhook', 'email'] });
  const tested = await project.swarmWith({ env: webhook.env }, 'notify', 'test', '--json');
  expect(tested.code).toBe(1);
  expect(JSON.parse(tested.stdout)).toEqual({
    channels: [
      { channel: 'webhook', sent: true, problem: null },
      { channel: 'email', sent: false, problem: expect.stringContaining('notify.smtpHost') },
    ],
  });
  expect((await project.swarmWith({ env: webhook.env }, 'notify', 'test', 'webhook')).code).toBe(0);
  expect(webhook.posts).toHaveLength(2);
  const { checks } = await project.json<{ checks: { name: string; is: string }[] }>('doctor');
  expect(checks.filter(({ name }) => name.startsWith('notify'))).toMatchObject([
    { name: 'notify webhook', is: 'warn' },
    { name: 'notify email', is: 'warn' },
  ]);
});

test('a question goes out as an e-mail, with the login of the environment', async () => {
  const { port, mails, arrived } = await startSmtpServer();
  const project = await webhookProject({
    channels: ['email'],
    smtpHost: '127.0.0.1',
    smtpPort: port,
    smtpSecurity: 'none',
    emailFrom: 'Swarm <swarm@example.org>',
    emailTo: ['ann@example.org'],
  });
  await startWith(project, { SWARM_SMTP_USER: 'ann', SWARM_SMTP_PASSWORD: 'made-up' });
  await create(project, ASK);
  await arrived;
  expect(mails).toMatchObject([{ to: ['ann@example.org'], login: '\0ann\0made-up' }]);
  expect(mails[0]?.text).toContain('May I merge?');
});

test('usage is summed up by persona and by day, and drawn into metrics.json', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: one', 'done: finished']);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  const { usage, total } = await project.json<{
    usage: Record<string, unknown>[];
    total: Record<string, unknown>;
  }>('usage', '--by', 'persona', '--since', '1h');
  expect(usage).toMatchObject([{ of: 'rehearsal', sessions: 1, attempts: 1 }]);
  expect(total).toMatchObject({ sessions: 1, attempts: 1 });
  expect((await project.swarm('usage')).stdout).toMatch(/^DAY .*\n\d{4}-\d\d-\d\d /);
  expect((await project.swarm('usage', '--by', 'moon')).code).toBe(1);

  // Drawn a while after the last change, or when the supervisor leaves.
  await project.swarm('supervisor', 'stop');
  const file = join(project.paths.swarmDir, 'metrics.json');
  const isDrawn = () => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      sessions: { by_status: { COMPLETED: 1 } },
      open_questions: 0,
      total: { sessions: 1, attempts: 1 },
    });
  };
  await vi.waitFor(isDrawn, { timeout: 20_000 });
});

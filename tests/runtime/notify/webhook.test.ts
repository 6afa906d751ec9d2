import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { observeWebhook, sendToWebhook } from '../../../src/runtime/notify/webhook.ts';

const notice = {
  title: 'Swarm: reviewer asks (approval)',
  parts: [{ heading: 'reviewer', text: 'May I <!channel> merge & go?', hint: 'swarm answer q-1 …' }],
};

type Post = { body: string; type: string | undefined };

async function serve(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const posts: Post[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      posts.push({ body, type: request.headers['content-type'] });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { posts, url: `http://127.0.0.1:${port}/services/secret-part` };
}

test("one post is made, in the form of Slack's incoming webhooks, without mentions", async () => {
  const { posts, url } = await serve((response) => response.end('ok'));
  expect(await sendToWebhook(url, notice)).toEqual({ is: 'sent' });
  expect(posts).toHaveLength(1);
  expect(posts[0]?.type).toBe('application/json');
  const { text, blocks } = JSON.parse(posts[0]?.body ?? '');
  expect(text).toContain('May I &lt;!channel&gt; merge &amp; go?');
  expect(blocks).toMatchObject([{ type: 'header' }, { type: 'section' }]);
  expect(JSON.stringify(blocks)).not.toContain('<!channel>');
});

test('a text that is too long is cut, and says how to see the rest', async () => {
  const { posts, url } = await serve((response) => response.end('ok'));
  const long = { ...notice.parts[0], text: `ls ${'<'.repeat(9_000)}`, whole: 'swarm questions show q-1' };
  await sendToWebhook(url, { ...notice, parts: [{ heading: 'h', hint: 'swarm answer q-1 …', ...long }] });
  const { text, blocks } = JSON.parse(posts[0]?.body ?? '');
  for (const shown of [text, blocks[1].text.text]) {
    expect(shown).toMatch(/ls (&lt;)+… \d+ more characters \(swarm questions show q-1\)\n.?swarm answer q-1/);
  }
  expect(blocks[1].text.text.length).toBeLessThanOrEqual(2_500);
});

test.each([
  [404, false],
  [410, false],
  [302, false],
  [429, true],
  [503, true],
])('the answer %i is worth another try: %s', async (status, retry) => {
  const { url, posts } = await serve((response) => response.writeHead(status, { 'retry-after': '7' }).end());
  const end = await sendToWebhook(url, notice);
  expect(end).toMatchObject({ is: 'missed', retry, problem: `the webhook answered ${status}` });
  expect(end).toMatchObject({ retryAfterMs: retry ? 7_000 : null });
  expect(posts).toHaveLength(1);
});

test('who takes the post and never answers costs the time limit, and the address is not told', async () => {
  const { url } = await serve(() => undefined);
  const end = await sendToWebhook(url, notice, 100);
  expect(end).toMatchObject({ is: 'missed', retry: true, problem: expect.stringContaining('in time') });
  expect(JSON.stringify(end)).not.toContain('secret-part');
});

test('without a listener it is worth another try, and the address is not told', async () => {
  const end = await sendToWebhook('http://127.0.0.1:1/secret-part', notice);
  expect(end).toMatchObject({ is: 'missed', retry: true, problem: expect.stringContaining('ECONNREFUSED') });
  expect(JSON.stringify(end)).not.toContain('secret-part');
});

test('without an address it is worth another try, by a supervisor that knows one', async () => {
  expect(await sendToWebhook(null, notice)).toMatchObject({ is: 'missed', retry: true });
  expect(observeWebhook(null)).toMatchObject({ is: 'lacking' });
});

test.each(['', 'not an address', 'file:///etc/passwd'])('%j is no webhook', async (url) => {
  expect(await sendToWebhook(url, notice)).toMatchObject({ is: 'missed', retry: false });
  expect(observeWebhook(url)).toMatchObject({ is: 'lacking' });
});

test('of an address only the host is shown', () => {
  expect(observeWebhook('https://hooks.example.org/secret-part')).toEqual({
    is: 'ready',
    by: 'hooks.example.org',
    warning: null,
  });
  expect(observeWebhook('http://hooks.example.org/x')).toMatchObject({
    warning: expect.stringContaining('unencrypted'),
  });
});

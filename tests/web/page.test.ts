import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answers } from './answers.ts';
import { findBarriers, hasBrowser, launchBrowser, openPage, PATIENCE_MS } from './browser.ts';
import { overviewOf, questionRow, sessionRow, workList, workRow } from './rows.ts';
import { askedOf, serve } from './serve.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(() => browser?.close());

const TRANSCRIPT = { session_id: 's1', attempt: 1, attempts: [1], from: 0, next: 1, is_all: true };
const within = { timeout: PATIENCE_MS };

test.skipIf(!hasBrowser)('a session that ends moves to its group without a reload', async () => {
  const standIn = await serve();
  const page = await openPage(browser, standIn.url);
  const heading = page.getByRole('heading', { name: 'Ready for review' });
  await page.getByText('Title of s1').first().waitFor();
  expect(await heading.count()).toBe(0);

  const ended = sessionRow('s1', { state: 'completed', status: 'COMPLETED', branch: 'swarm/s1' });
  standIn.answers['session.overview'] = () => overviewOf([{ group: 'review', sessions: [ended] }]);
  standIn.change('session', 's1');
  await heading.waitFor();
  await page.getByText('swarm/s1').first().waitFor();
});

test.skipIf(!hasBrowser)('a question is answered in place, by a button or by choices and words', async () => {
  const parts = [
    {
      question: 'Which?',
      header: '',
      options: [{ label: 'red', description: '' }],
      multi_select: false,
      answer: null,
    },
    { question: 'How?', header: '', options: [], multi_select: false, answer: null },
  ];
  const command = 'rm -rf build\n  && make';
  const request = { tool: 'Bash', input: { command }, description: null, reason: null, always: null };
  let questions = [
    questionRow('q1', { options: ['allow', 'deny'], kind: 'permission', request }),
    questionRow('q2', { options: [], parts }),
  ];
  const standIn = await serve({
    'question.list': () => ({ questions }),
    'question.answer': ({ question_id }) => {
      questions = questions.filter((question) => (question as { id: string }).id !== question_id);
      const { title: _, ...row } = questionRow(String(question_id), { state: 'answered' }) as {
        title: string;
      };
      return row;
    },
  });
  const page = await openPage(browser, standIn.url, { path: '/questions' });
  expect(await page.locator('.request pre').first().textContent()).toBe(command);
  await page.getByRole('button', { name: 'deny', exact: true }).click();
  await vi.waitFor(() => expect(askedOf(standIn, 'question.answer')).toHaveLength(1), within);
  standIn.change('question', 'q1');
  await page.getByRole('button', { name: 'deny', exact: true }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'red', exact: true }).click();
  await page.getByLabel('How?: in your own words').fill('gently');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await vi.waitFor(
    () =>
      expect(askedOf(standIn, 'question.answer')).toEqual([
        { question_id: 'q1', answer: 'deny' },
        { question_id: 'q2', answer: ['Which?=red', 'How?=gently'] },
      ]),
    within,
  );
});

test.skipIf(!hasBrowser)('script in a title, a question or an output is shown and never run', async () => {
  const script = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>`;
  const row = sessionRow('s1', { title: script });
  const standIn = await serve({
    'session.overview': () => overviewOf([{ group: 'working', sessions: [row] }]),
    'question.list': () => ({ questions: [questionRow('q1', { text: script, options: [script] })] }),
    'session.output': () => ({ session_id: 's1', status: 'RUNNING', text: script, cut_characters: 0 }),
    'session.transcript': () => ({ ...TRANSCRIPT, entries: [{ kind: 'said', text: script }] }),
  });
  const page = await openPage(browser, standIn.url);
  await page.locator('.session-row .title').getByText(script).waitFor();
  await page.locator('.question .text').getByText(script).waitFor();
  await page.locator('.session-row').click();
  await page.locator('.transcript .said').getByText(script).waitFor();
  await page.getByRole('link', { name: 'Output' }).click();
  await page.locator('.output').getByText(script).waitFor();
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.evaluate('window.ran')).toBeUndefined();
});

test.skipIf(!hasBrowser)(
  'of 500 sessions those in sight are drawn, and keys and scrolling reach others',
  async () => {
    const sessions = Array.from({ length: 500 }, (_, index) => sessionRow(`s${index}`));
    const standIn = await serve({
      'session.overview': () => overviewOf([{ group: 'working', sessions }]),
      'question.list': () => ({ questions: [] }),
    });
    const page = await openPage(browser, standIn.url);
    await page.getByText('Title of s0', { exact: true }).waitFor();
    expect(await page.locator('.session-row').count()).toBeLessThan(60);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await page.locator('.session-row:focus .title').textContent()).toBe('Title of s0');

    await page.evaluate(`document.querySelector('main').scrollTo(0, 1e9)`);
    await page.getByText('Title of s499', { exact: true }).waitFor();
    expect(await page.locator('.session-row').count()).toBeLessThan(60);
  },
);

test.skipIf(!hasBrowser)('what changed while the stream was cut is there once it is back', async () => {
  const standIn = await serve();
  const page = await openPage(browser, standIn.url);
  await page.getByText('Live', { exact: true }).first().waitFor();
  const row = sessionRow('s9', { title: 'Begun meanwhile' });
  standIn.answers['session.overview'] = () => overviewOf([{ group: 'working', sessions: [row] }]);
  standIn.drop();
  await page.getByText('Begun meanwhile').first().waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
  expect(standIn.viewers()).toBe(1);
});

test.skipIf(!hasBrowser)('remarks on lines of a diff go to the agent as one message', async () => {
  const standIn = await serve({
    'message.send': () => ({ message_id: 'm1', to: 's1', continues: null, receipt: 'queued', parked: null }),
  });
  const page = await openPage(browser, standIn.url, { path: '/sessions/s1/diff' });
  for (const [side, text] of [
    ['.come', 'Why 100?'],
    ['.gone', 'This was fine'],
  ]) {
    await page.locator(`.diff-line${side} button`).click();
    await page.getByLabel('Remark', { exact: true }).fill(text ?? '');
    await page.getByRole('button', { name: 'Keep' }).click();
  }
  await page.getByRole('button', { name: 'Send to the agent' }).click();
  await page.getByText('Sent as one message').first().waitFor();
  const [message, ...others] = askedOf(standIn, 'message.send') as { to: string; body: string }[];
  expect(others).toEqual([]);
  expect(message?.to).toBe('s1');
  expect(message?.body).toContain('src/cache.ts:2\n> const cache = new LimitedMap(100);\nWhy 100?');
  expect(message?.body).toContain('src/cache.ts:2 (removed line)\n> const cache = new Map();\nThis was fine');
});

test.skipIf(!hasBrowser)(
  'keys lead to pages, find what is named, and put work into another order',
  async () => {
    const standIn = await serve({
      'session.list': () => ({ ...(answers()['session.list']?.({}) as object), sessions: [] }),
      'queue.reorder': ({ work_id }) => workRow(String(work_id)),
      'queue.list': () => workList([workRow('w1'), workRow('w2')]),
    });
    const page = await openPage(browser, standIn.url);
    await page.locator('.session-row').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('work w2');
    await page.getByRole('option', { name: /Work w2/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.card.chosen').getByText('Work w2', { exact: true }).waitFor();
    await page.locator('[data-work=w2]').focus();
    await page.keyboard.press('K');
    await page.locator('[data-work=w1]').dragTo(page.locator('[data-work=w2]'));
    await vi.waitFor(
      () =>
        expect(askedOf(standIn, 'queue.reorder')).toEqual([
          { work_id: 'w2', before: 'w1' },
          { work_id: 'w1', before: 'w2' },
        ]),
      within,
    );
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
  },
);

const PAGES = [
  ['/', 'Title of s1'],
  ['/questions', 'Which database?'],
  ['/sessions/s1', 'It is mended'],
  ['/sessions/s1/output', 'I look at the cache'],
  ['/sessions/s1/diff', 'src/cache.ts'],
  ['/sessions/s1/files', 'Prompt, result and logs'],
  ['/sessions/s1/result', 'Handed in'],
  ['/sessions/s1/journal', 'slot free'],
  ['/queue', 'Work w1'],
  ['/runs', 'Make the search faster'],
  ['/runs/run-1', 'review'],
  ['/races/race-1', 'held back'],
  ['/loops', 'No schedules. "swarm schedule add" makes one.'],
  ['/usage', 'By persona'],
  ['/participants', 'Reservations'],
  ['/mail', 'Mail between participants is found by its words: those of its subject or its text.'],
  ['/search/lock', 'said: lock'],
] as const;

const COLOURFUL = ['/', '/sessions/s1/diff', '/queue', '/runs/run-1'];

test.skipIf(!hasBrowser)('axe finds nothing serious on any page, in the light and in the dark', async () => {
  const standIn = await serve();
  for (const isDark of [false, true]) {
    const page = await openPage(browser, standIn.url, { isDark });
    // What the dark changes is the colours, and these pages have all of them.
    for (const [path, text] of PAGES.filter(([name]) => !isDark || COLOURFUL.includes(name))) {
      await page.goto(`${standIn.url}${path}`);
      await page.locator('main').getByText(text, { exact: true }).first().waitFor();
      expect(await findBarriers(page), `${path} ${isDark ? 'dark' : 'light'}`).toEqual([]);
    }
  }
});

test.skipIf(!hasBrowser)(
  'on a phone nothing is wider than the screen, and the pages are in a menu',
  async () => {
    const standIn = await serve();
    const page = await openPage(browser, standIn.url, { isPhone: true });
    for (const [path, text] of PAGES) {
      await page.goto(`${standIn.url}${path}`);
      await page.locator('main').getByText(text, { exact: true }).first().waitFor();
      const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(beyond), path).toBe(0);
    }
    await page.goto(`${standIn.url}/sessions/s1/journal`);
    // Narrower, its words would stand below each other.
    const note = page.locator('td.note').first();
    await note.waitFor();
    expect((await note.boundingBox())?.width).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Pages' }).click();
    await page.getByRole('link', { name: 'Queue' }).click();
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
  },
);

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findBarriers, hasBrowser, launchBrowser, openPage, PATIENCE_MS } from './browser.ts';
import { questionRow, raceRow, rivalRow } from './rows.ts';
import { askedOf, serve } from './serve.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!hasBrowser)(
  'rivals of a race stand side by side, and the winner and why show live',
  async () => {
    const rivals = [
      rivalRow('s1', { gate: 'green' }),
      rivalRow('s2', { standing: 'held', status: 'CREATED' }),
    ];
    const standIn = await serve({
      'race.list': () => ({ races: [raceRow(rivals)] }),
      'race.show': () => raceRow(rivals, { question_id: 'q1' }),
      'race.stop': () => raceRow(rivals, { state: 'closing' }),
      'question.list': () => ({ questions: [questionRow('q1', { text: 'Which of the two?' })] }),
    });
    const page = await openPage(browser, standIn.url, { path: '/runs' });
    await page.getByRole('link', { name: /Make the search faster.*2 rivals/ }).click();
    await page.getByText('Which of the two?').waitFor();
    const first = page.getByRole('article', { name: 's1' });
    await first.getByText('green').waitFor();
    await first.getByText('1 file,').waitFor();
    expect(await first.getByRole('link', { name: 'Diff' }).getAttribute('href')).toBe('/sessions/s1/diff');
    await page.getByRole('article', { name: 's2' }).getByText('held back').waitFor();
    expect(askedOf(standIn, 'session.diff')).toEqual([{ session_id: 's1', stat: true }]);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await vi.waitFor(
      () =>
        expect(askedOf(standIn, 'race.stop')).toEqual([
          { race_id: 'race-1', reason: 'asked on the dashboard' },
        ]),
      { timeout: PATIENCE_MS },
    );

    const decided = [
      rivalRow('s1', { standing: 'won' }),
      rivalRow('s2', { standing: 'out', reason: 'killed' }),
    ];
    const over = {
      state: 'decided',
      winner: 's1',
      reason: 'It is simpler',
      ended_at: '2026-01-27T16:00:00.000Z',
    };
    standIn.answers['race.show'] = () => raceRow(decided, over);
    standIn.change('race', 'race-1');
    await page.getByText('It is simpler').waitFor();
    await first.getByText('won', { exact: true }).waitFor();
    await page.locator('.facts').getByRole('link', { name: 's1' }).waitFor();
    expect(await page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0);
  },
);

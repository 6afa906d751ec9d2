// From a key to its letter: through the page's terminal in Chromium, and through tmux alone.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile, rounded, spread } from './figures.mjs';
import { openPage, openServer, rowOr } from './page-stage.mjs';
import { addPersona, createSession, makeProject } from './place.mjs';

const KEYS = 60;
const WARM_UP = 10;
const REST_MS = 60;
const LIMIT_MS = 30;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const ECHO = {
  name: 'page-echo',
  what: "a key in the page's terminal until its letter is drawn, against bare tmux, medians",
  unit: 'ms',
  by: 'difference',
  limit: LIMIT_MS,
};

export const measurePageEcho = async (place) => [await rowOr(ECHO, () => measureEcho(place))];

async function measureEcho(place) {
  const project = makeProject(place, 'page-echo');
  addPersona(project, 'sleeper', ['sleep', '600']);
  const id = await createSession(project, 'sleeper');
  const floor = await timeTmux(project);
  const ours = await timePage(await openServer(project), id);
  return {
    floor: median(floor),
    ours: median(ours),
    note: `p99 ${rounded(percentile(ours, 0.99))} ms`,
    detail: { floor: spread(floor), ours: spread(ours) },
  };
}

/** A client of tmux that types into a pane of its own, and is told of the output. */
async function timeTmux({ root, env }) {
  const words = ['-L', 'bench-echo', '-C', 'new-session', '-x', '80', '-y', '24', 'stty -icanon; sleep 600'];
  const tmux = spawn('tmux', words, { cwd: root, env, stdio: ['pipe', 'pipe', 'ignore'] });
  let heard = () => {};
  tmux.stdout.on('data', (part) => heard(String(part)));
  await pause(1_000);
  const times = [];
  for (let key = 0; key < KEYS + WARM_UP; key += 1) {
    await pause(REST_MS);
    const letter = LETTERS[key % LETTERS.length];
    const startedAt = performance.now();
    const echoed = new Promise((resolve) => {
      heard = (text) => new RegExp(`%output %\\d+ ${letter}`).test(text) && resolve();
    });
    tmux.stdin.write(`send-keys -l ${letter}\n`);
    await echoed;
    times.push(performance.now() - startedAt);
  }
  tmux.stdin.write('kill-server\n');
  return times.slice(WARM_UP);
}

async function timePage(server, id) {
  const { browser, page } = await openPage(server);
  try {
    await page.goto(`${server.origin}/sessions/${id}/terminal`);
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByText('What you type goes to the agent.').waitFor();
    await page.locator('.xterm-screen').click();
    // The pane takes the size of the box first.
    await pause(2_000);
    await page.evaluate(watchLetters);
    const times = [];
    for (let key = 0; key < KEYS + WARM_UP; key += 1) {
      await pause(REST_MS);
      await page.keyboard.press(LETTERS[key % LETTERS.length]);
      times.push(await page.evaluate('window.drawn()'));
    }
    return times.slice(WARM_UP);
  } finally {
    await browser.close();
  }
}

/** In the page: the time from a key to the next change of what the terminal shows. */
function watchLetters() {
  const state = { at: 0, ms: null, tell: () => {} };
  addEventListener(
    'keydown',
    () => {
      Object.assign(state, { at: performance.now(), ms: null });
    },
    true,
  );
  const seen = new MutationObserver(() => {
    if (state.ms !== null || state.at === 0) return;
    state.ms = performance.now() - state.at;
    state.tell();
  });
  seen.observe(document.querySelector('.xterm-rows'), {
    childList: true,
    subtree: true,
    characterData: true,
  });
  window.drawn = () =>
    new Promise((resolve) => {
      state.tell = () => resolve(state.ms);
      if (state.ms !== null) resolve(state.ms);
    });
}

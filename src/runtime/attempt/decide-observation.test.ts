import { expect, test } from 'vitest';
import { type AttemptFacts, decideObservation } from './decide-observation.ts';

const facts: AttemptFacts = {
  pid: 7,
  input: 'prompt',
  exit: { code: 0, hup: false, term: false },
  isLauncherAlive: false,
  isSameBoot: true,
  isServerAlive: true,
  isEndingAsked: false,
};
const exit = (code: number, more: { hup?: boolean; term?: boolean } = {}) => ({
  code,
  hup: false,
  term: false,
  ...more,
});
const say = (more: Partial<AttemptFacts>): string => {
  const observation = decideObservation({ ...facts, ...more });
  if (observation.is !== 'over') return observation.is;
  return [
    String(observation.exitCode),
    observation.closedByPerson && 'closed',
    observation.worldDied && 'world',
  ]
    .filter((x) => x !== false)
    .join(' ');
};

test('the whole table of observations', () => {
  const table = {
    'launcher lives': say({ exit: undefined, isLauncherAlive: true, isServerAlive: null }),
    'launcher lives, exit is written': say({ isLauncherAlive: true }),
    'plain exit': say({}),
    'plain exit, then the server died': say({ exit: exit(1), isServerAlive: false }),
    'plain exit, then a reboot': say({ exit: exit(0), isSameBoot: false }),
    'hung up, server lives': say({ exit: exit(143, { hup: true }) }),
    'hung up, detached': say({ exit: exit(143, { hup: true }), isServerAlive: null }),
    'hung up, we asked': say({ exit: exit(143, { hup: true }), isEndingAsked: true }),
    'hung up, server died': say({ exit: exit(143, { hup: true }), isServerAlive: false }),
    'killed by a signal, server lives': say({ exit: exit(137) }),
    'killed by a signal, then a reboot': say({ exit: exit(143), isSameBoot: false }),
    'launcher was told to end, then a reboot': say({ exit: exit(0, { term: true }), isSameBoot: false }),
    'no word, server lives': say({ exit: undefined }),
    'no word, terminal': say({ exit: undefined, input: 'terminal' }),
    'no word, terminal, we asked': say({ exit: undefined, input: 'terminal', isEndingAsked: true }),
    'no word, server died': say({ exit: undefined, isServerAlive: false }),
    'no word, reboot': say({ exit: undefined, isSameBoot: false }),
    'a launcher that is not known': say({ exit: undefined, pid: null, input: null, isServerAlive: null }),
  };
  expect(table).toMatchInlineSnapshot(`
    {
      "a launcher that is not known": "null",
      "hung up, detached": "143",
      "hung up, server died": "143 world",
      "hung up, server lives": "143 closed",
      "hung up, we asked": "143",
      "killed by a signal, server lives": "137",
      "killed by a signal, then a reboot": "143 world",
      "launcher lives": "alive",
      "launcher lives, exit is written": "alive",
      "launcher was told to end, then a reboot": "0 world",
      "no word, reboot": "null world",
      "no word, server died": "null world",
      "no word, server lives": "null",
      "no word, terminal": "null closed",
      "no word, terminal, we asked": "null",
      "plain exit": "0",
      "plain exit, then a reboot": "0",
      "plain exit, then the server died": "1",
    }
  `);
});

import type { Progress } from '../../app/deps.ts';
import type { ValueOf } from '../../app/verbs.ts';
import { WaitSessions } from '../../contract/session.ts';
import { renderProgress } from '../../views/progress-text.ts';
import { renderOutcome } from '../../views/race-view.ts';
import { statusWord } from '../../views/session-view.ts';
import { command } from '../command.ts';
import { endExitCode } from '../end-exit-code.ts';
import { waitBelow } from '../family.ts';
import { asList, durationMs } from '../flag.ts';
import { raceExitCode } from '../race-exit-code.ts';
import { reply } from '../reply.ts';
import { runExitCode } from '../run-exit-code.ts';
import { SELECTION_FLAGS } from '../selection-flags.ts';

export const wait = command({
  name: 'wait',
  summary: 'Wait until sessions, runs or races are over',
  about: [
    'Exits 0 when all completed (a race: has a winner), 2 when one failed or was killed, 1 when one is',
    'unknown or the time ran out.',
    'Filters choose among the sessions that there are now. Questions that hold one of them up',
    'are told at once on stderr, with the command that answers.',
    'Inside a session: for sessions that it has started. It holds no slot meanwhile.',
  ].join('\n'),
  examples: [
    'swarm wait 20251118-153042-reviewer',
    'swarm wait 1763222400000 --timeout 30m',
    'swarm wait --tag nightly --status running',
  ],
  words: [
    {
      name: 'session|run|race',
      key: 'sessionIds',
      isOptional: true,
      about: 'Ids of sessions, runs or races, or roles of the only live run',
      gather: asList,
      offers: 'target',
    },
  ],
  flags: [
    ...SELECTION_FLAGS,
    {
      name: 'timeout',
      key: 'timeoutMs',
      value: 'duration',
      about: 'Wait no longer than this',
      ...durationMs,
    },
  ],
  input: WaitSessions,
  run: async (host, input, io) => {
    if (host.attempt !== null) return waitBelow(host, input);
    const tell = (progress: Progress): void => io.warn(renderProgress(progress));
    const waited = await host.ask('session.wait', input, { tell });
    return waited.ok ? reply('session.wait', waited.value, { exitCode: exitCodeOf(waited.value) }) : waited;
  },
  show: {
    'session.wait': ({ sessions, runs, races, isInTime }) =>
      sessions.map((session) => `${session.id} ${statusWord(session)}\n`).join('') +
      runs.map(({ id, state }) => `${id} ${state}\n`).join('') +
      races.map((race) => `${race.id} ${race.state}\n${renderOutcome(race)}`).join('') +
      (isInTime ? '' : '❌ The time ran out\n'),
  },
});

const exitCodeOf = ({ sessions, runs, races, isInTime }: ValueOf<'session.wait'>): number =>
  isInTime ? Math.max(endExitCode(sessions), raceExitCode(races), ...runs.map(runExitCode)) : 1;

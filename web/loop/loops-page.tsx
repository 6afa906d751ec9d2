import type { JSX } from 'preact';
import type { LoopAnswer } from '../../src/contract/answer/loop.ts';
import type { ScheduleAnswer } from '../../src/contract/answer/schedule.ts';
import { ask, type Reply } from '../api/ask.ts';
import { useAnswer } from '../api/resource.ts';
import { StateMark } from '../session/state-mark.tsx';
import { momentOf } from '../shell/numbers.ts';
import { Page, Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';
import { told } from '../shell/toast.tsx';

/** What takes work from the queue by itself, and what puts work into it. */
export function LoopsPage(): JSX.Element {
  const loops = useAnswer('loop.list', { all: true }, { kinds: ['loop'] });
  const schedules = useAnswer('schedule.list', {}, { kinds: ['schedule', 'work'] });
  const act = async (work: Promise<Reply<unknown>>, words: string): Promise<void> => {
    await told(work, words);
    loops.reload();
    schedules.reload();
  };
  return (
    <Page title="Loops and schedules">
      <Shown of={loops}>
        {({ loops: list }) =>
          list.length === 0 ? (
            <p class="none">No loops. "swarm loop" starts one.</p>
          ) : (
            <Loops loops={list} act={act} />
          )
        }
      </Shown>
      <h2 class="section-head">Schedules</h2>
      <Shown of={schedules}>
        {({ schedules: list }) =>
          list.length === 0 ? (
            <p class="none">No schedules. "swarm schedule add" makes one.</p>
          ) : (
            <Schedules schedules={list} act={act} />
          )
        }
      </Shown>
    </Page>
  );
}

type Act = (work: Promise<Reply<unknown>>, words: string) => Promise<void>;

const Loops = ({ loops, act }: Readonly<{ loops: readonly LoopAnswer[]; act: Act }>): JSX.Element => (
  <div class="table-box">
    <table>
      <thead>
        <tr>
          <th>Loop</th>
          <th>State</th>
          <th>Persona</th>
          <th class="number">Iterations</th>
          <th class="number">Done</th>
          <th class="number">Failed</th>
          <th>At work</th>
          <th>
            <span class="hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {loops.map((loop) => (
          <LoopRow key={loop.loop_id} loop={loop} act={act} />
        ))}
      </tbody>
    </table>
  </div>
);

function LoopRow({ loop, act }: Readonly<{ loop: LoopAnswer; act: Act }>): JSX.Element {
  const { loop_id, state } = loop;
  const isLive = state !== 'finished' && state !== 'stopping';
  return (
    <tr>
      <td>{loop_id}</td>
      <td>
        <StateMark state={state} />
        {loop.reason !== null && <p class="hint">{loop.reason}</p>}
      </td>
      <td>{loop.persona}</td>
      <td class="number">{loop.iteration}</td>
      <td class="number">{loop.done}</td>
      <td class="number">{loop.failed}</td>
      <td>
        {loop.at_work.map(({ session_id, work_item }) => (
          <a key={session_id} class="line" href={pathTo('sessions', session_id)}>
            {work_item}
          </a>
        ))}
      </td>
      <td class="row-actions">
        {isLive && state !== 'paused' && (
          <button type="button" onClick={() => void act(ask('loop.pause', { loop_id }), 'Paused')}>
            Pause
          </button>
        )}
        {state === 'paused' && (
          <button type="button" onClick={() => void act(ask('loop.unpause', { loop_id }), 'It goes on')}>
            Go on
          </button>
        )}
        {isLive && (
          <button type="button" onClick={() => void act(ask('loop.stop', { loop_id }), 'It stops')}>
            Stop
          </button>
        )}
      </td>
    </tr>
  );
}

type SchedulesProps = Readonly<{ schedules: readonly ScheduleAnswer[]; act: Act }>;

const Schedules = ({ schedules, act }: SchedulesProps): JSX.Element => (
  <div class="table-box">
    <table>
      <thead>
        <tr>
          <th>Work</th>
          <th>State</th>
          <th>When</th>
          <th>Next</th>
          <th class="number">Put in</th>
          <th class="number">Missed</th>
          <th>
            <span class="hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {schedules.map((schedule) => (
          <ScheduleRow key={schedule.schedule_id} schedule={schedule} act={act} />
        ))}
      </tbody>
    </table>
  </div>
);

function ScheduleRow({ schedule, act }: Readonly<{ schedule: ScheduleAnswer; act: Act }>): JSX.Element {
  const { schedule_id, state } = schedule;
  return (
    <tr>
      <td>{schedule.work.title}</td>
      <td>{state}</td>
      <td>
        <code>{schedule.expression}</code> <span class="hint">{schedule.time_zone}</span>
      </td>
      <td class="when">{schedule.next_at === null ? '' : momentOf(schedule.next_at)}</td>
      <td class="number">{schedule.put_in}</td>
      <td class="number">{schedule.missed}</td>
      <td class="row-actions">
        {state === 'active' && (
          <button type="button" onClick={() => void act(ask('schedule.run', { schedule_id }), 'Put in')}>
            Run now
          </button>
        )}
        {state === 'active' && (
          <button type="button" onClick={() => void act(ask('schedule.pause', { schedule_id }), 'Paused')}>
            Pause
          </button>
        )}
        {state === 'paused' && (
          <button
            type="button"
            onClick={() => void act(ask('schedule.unpause', { schedule_id }), 'It goes on')}
          >
            Go on
          </button>
        )}
      </td>
    </tr>
  );
}

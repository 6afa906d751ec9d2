import type { JSX } from 'preact';
import type { Step } from './sequence.ts';

const ALL_PX = 560;
const WIDEST_PX = 120;
const ROW = 32;
const MIDDLE = ROW / 2;
const HEAD = 5;
const LETTER_PX = 7;

const widthOf = (count: number): number => Math.min(WIDEST_PX, ALL_PX / count);

/** The names of the lanes, over them. */
export function LaneHeads({ lanes }: Readonly<{ lanes: readonly string[] }>): JSX.Element {
  const wide = widthOf(lanes.length);
  const letters = Math.max(2, Math.floor(wide / LETTER_PX));
  return (
    <svg class="lanes heads" width={wide * lanes.length} height={ROW} aria-hidden="true" focusable="false">
      {lanes.map((name, lane) => (
        <text key={name} x={(lane + 0.5) * wide} y={MIDDLE + 4} text-anchor="middle">
          <title>{name}</title>
          {name.length > letters ? `${name.slice(0, letters - 1)}…` : name}
        </text>
      ))}
    </svg>
  );
}

/** One message as an arrow across the lanes. Its words beside it say the same. */
export function Lanes({ step, count }: Readonly<{ step: Step; count: number }>): JSX.Element {
  const wide = widthOf(count);
  const xOf = (lane: number): number => (lane + 0.5) * wide;
  const start = xOf(step.from);
  return (
    <svg class="lanes" width={wide * count} height={ROW} aria-hidden="true" focusable="false">
      {Array.from({ length: count }, (_, lane) => (
        <path key={`lane ${lane}`} class="lane" d={`M${xOf(lane)} 0V${ROW}`} />
      ))}
      <g class={step.message.dead_letter === null ? 'sent' : 'sent lost'}>
        <circle cx={start} cy={MIDDLE} r={3.5} />
        {step.to
          .filter((lane) => lane !== step.from)
          .map((lane) => (
            <Arrow key={lane} start={start} end={xOf(lane)} />
          ))}
      </g>
    </svg>
  );
}

function Arrow({ start, end }: Readonly<{ start: number; end: number }>): JSX.Element {
  const back = end > start ? end - HEAD * 1.6 : end + HEAD * 1.6;
  return (
    <>
      <path class="line" d={`M${start} ${MIDDLE}H${back}`} />
      <path class="head" d={`M${end} ${MIDDLE}L${back} ${MIDDLE - HEAD}V${MIDDLE + HEAD}z`} />
    </>
  );
}

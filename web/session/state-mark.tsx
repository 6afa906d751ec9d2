import type { JSX } from 'preact';

const CIRCLE = 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z';
const SQUARE = 'M4 4h8v8H4z';
const CHECK = 'M3 8.5L6.5 12 13 4.5';
const CROSS = 'M4 4l8 8M12 4l-8 8';
const BAR = 'M3.5 8h9';

/** States are told apart by shape and word; colour only underlines them. */
const MARKS: Readonly<Record<string, Readonly<{ tone: string; shape: string }>>> = {
  asking: { tone: 'attention', shape: 'M8 2l6 11H2z' },
  created: { tone: 'quiet', shape: CIRCLE },
  starting: { tone: 'active', shape: CIRCLE },
  working: { tone: 'active solid', shape: CIRCLE },
  running: { tone: 'active solid', shape: CIRCLE },
  idle: { tone: 'quiet', shape: CIRCLE },
  waiting: { tone: 'quiet', shape: 'M5.5 4v8M10.5 4v8' },
  parked: { tone: 'warn', shape: 'M5.5 4v8M10.5 4v8' },
  stopping: { tone: 'quiet', shape: SQUARE },
  completed: { tone: 'good', shape: CHECK },
  failed: { tone: 'bad', shape: CROSS },
  killed: { tone: 'quiet', shape: SQUARE },
  cancelled: { tone: 'quiet', shape: SQUARE },
  judging: { tone: 'active', shape: CIRCLE },
  closing: { tone: 'quiet', shape: SQUARE },
  decided: { tone: 'good', shape: CHECK },
  stopped: { tone: 'quiet', shape: SQUARE },
  // Of verdicts, criteria and rivals.
  approved: { tone: 'good', shape: CHECK },
  changes: { tone: 'warn', shape: 'M9 4L5 8l4 4M5 8h7' },
  blocked: { tone: 'bad', shape: BAR },
  held: { tone: 'quiet', shape: CIRCLE },
  'to-check': { tone: 'active', shape: CIRCLE },
  accepted: { tone: 'good', shape: CHECK },
  won: { tone: 'good', shape: 'M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z' },
  out: { tone: 'quiet', shape: CROSS },
  green: { tone: 'good', shape: CHECK },
  red: { tone: 'bad', shape: CROSS },
  missing: { tone: 'warn', shape: BAR },
  skipped: { tone: 'quiet', shape: BAR },
};
const OTHER = { tone: 'quiet', shape: 'M8 7.5v1' };

export function StateMark({ state, word = state }: Readonly<{ state: string; word?: string }>): JSX.Element {
  const { tone, shape } = MARKS[state] ?? OTHER;
  return (
    <span class={`state ${tone}`}>
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d={shape} />
      </svg>
      <span class="word">{word}</span>
    </span>
  );
}

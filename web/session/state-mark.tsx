import type { JSX } from 'preact';

const CHECK = 'M3 8.5L6.5 12 13 4.5';
const CROSS = 'M4 4l8 8M12 4l-8 8';
const BAR = 'M3.5 8h9';

/** States are told apart by shape and word; colour only underlines them. */
const MARKS: Readonly<Record<string, Readonly<{ tone: string; shape: string }>>> = {
  asking: { tone: 'attention', shape: 'M8 2l6 11H2z' },
  created: { tone: 'quiet', shape: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z' },
  starting: { tone: 'active', shape: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z' },
  working: { tone: 'active solid', shape: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z' },
  running: { tone: 'active solid', shape: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z' },
  idle: { tone: 'quiet', shape: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z' },
  waiting: { tone: 'quiet', shape: 'M5.5 4v8M10.5 4v8' },
  parked: { tone: 'warn', shape: 'M5.5 4v8M10.5 4v8' },
  stopping: { tone: 'quiet', shape: 'M4 4h8v8H4z' },
  completed: { tone: 'good', shape: CHECK },
  failed: { tone: 'bad', shape: CROSS },
  killed: { tone: 'quiet', shape: 'M4 4h8v8H4z' },
  cancelled: { tone: 'quiet', shape: 'M4 4h8v8H4z' },
  // Of verdicts, criteria and rivals.
  approved: { tone: 'good', shape: CHECK },
  changes: { tone: 'warn', shape: 'M9 4L5 8l4 4M5 8h7' },
  blocked: { tone: 'bad', shape: BAR },
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

import type { JSX } from 'preact';

/** Outlines on a grid of 16, drawn for this page. */
const SHAPES = {
  overview: 'M2 3h12M2 8h12M2 13h8',
  questions: 'M8 14a6 6 0 1 0-5.2-3L2 14l3-.8A6 6 0 0 0 8 14zM8 5v3.5M8 10.8v.2',
  queue: 'M2.5 2.5h3v11h-3zM6.5 2.5h3v7h-3zM10.5 2.5h3v9h-3z',
  runs: 'M3 2v4M3 10v4M3 6a5 5 0 0 0 5 2h5M3 10a5 5 0 0 1 5-2M10.5 5.5L13 8l-2.5 2.5',
  usage: 'M2 14h12M4 12V8M8 12V3M12 12V6',
  loops: 'M13 8a5 5 0 0 1-9 3M3 8a5 5 0 0 1 9-3M12 2v3H9M4 14v-3h3',
  people: 'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 14a4.5 4.5 0 0 1 9 0M11 3.3a2.5 2.5 0 0 1 0 4.4',
  mail: 'M2 3.5h12v9H2zM2 4l6 5 6-5',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM11 11l3.5 3.5',
  plus: 'M8 3v10M3 8h10',
  theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M4 4l8 8M12 4l-8 8',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  help: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.6v.2',
} as const;
export type IconName = keyof typeof SHAPES;

export const Icon = ({ name }: Readonly<{ name: IconName }>): JSX.Element => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={SHAPES[name]} />
  </svg>
);

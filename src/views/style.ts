import type { SessionState } from '../domain/session/session.ts';

type Paint = (text: string) => string;

/** Colours for a terminal, or none of them. */
export type Style = Readonly<{
  bold: Paint;
  dim: Paint;
  red: Paint;
  green: Paint;
  yellow: Paint;
  cyan: Paint;
}>;

const paint =
  (isOn: boolean, open: number, close: number): Paint =>
  (text) =>
    isOn && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;

export const styleFor = (isColoured: boolean): Style => ({
  bold: paint(isColoured, 1, 22),
  dim: paint(isColoured, 2, 22),
  red: paint(isColoured, 31, 39),
  green: paint(isColoured, 32, 39),
  yellow: paint(isColoured, 33, 39),
  cyan: paint(isColoured, 36, 39),
});

const PAINT_OF: Readonly<Record<SessionState, keyof Style>> = {
  created: 'dim',
  starting: 'cyan',
  working: 'cyan',
  idle: 'cyan',
  waiting: 'yellow',
  parked: 'yellow',
  stopping: 'dim',
  completed: 'green',
  failed: 'red',
  killed: 'yellow',
};

export const paintState = (style: Style, state: SessionState, text: string): string =>
  style[PAINT_OF[state]](text);

import { expect, test } from 'vitest';
import { type ControlEvent, ControlReader, unescapeOutput } from './control-lines.ts';
import { renderScreen } from './render-screen.ts';

const read = (...lines: string[]): unknown[] => {
  const reader = new ControlReader();
  return lines
    .map((line) => reader.push(Buffer.from(line)))
    .filter((event): event is ControlEvent => event !== null)
    .map((event) => JSON.parse(JSON.stringify(event, (_, value) => textOf(value))) as unknown);
};
const textOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'Buffer'
    ? Buffer.from((value as { data: number[] }).data).toString()
    : value;

test('output is read with and without its age, and escapes become bytes again', () => {
  expect(read('%output %1 a b\\033[0m', '%extended-output %1 0 : x : y\\134')).toEqual([
    { is: 'output', pane: '%1', bytes: 'a b\u001b[0m' },
    { is: 'output', pane: '%1', bytes: 'x : y\\' },
  ]);
});

test('a reply ends only with its own numbers, whatever an agent has written', () => {
  const lines = ['%begin 7 12 1', '%end 7 11 1', '%output %1 fake', '%exit', '%end 7 12 1'];
  expect(read(...lines)).toEqual([
    { is: 'reply', ok: true, lines: ['%end 7 11 1', '%output %1 fake', '%exit'] },
  ]);
  expect(read('%begin 7 13 1', "can't find pane", '%error 7 13 1')).toEqual([
    { is: 'reply', ok: false, lines: ["can't find pane"] },
  ]);
});

test('the reply to the attach belongs to no command', () => {
  expect(read('%begin 7 1 0', '%end 7 1 0', '%session-changed $0 x')).toEqual([]);
});

test('a pause, a new layout and the end are told', () => {
  expect(read('%pause %3', '%layout-change @0 x', '%window-close @1', '%exit')).toEqual([
    { is: 'paused', pane: '%3' },
    { is: 'moved' },
    { is: 'moved' },
    { is: 'exit' },
  ]);
});

test('bytes that are no text, and a backslash at the end, pass as they are', () => {
  expect([...unescapeOutput(Buffer.from([0xc3, 0x5c, 0x30, 0x31, 0x32, 0xff, 0x5c]))]).toEqual([
    0xc3, 0o12, 0xff, 0x5c,
  ]);
});

test('a screen is drawn from its lines, with the cursor where it was', () => {
  const lines = ['old', 'one', 'two'].map((text) => Buffer.from(text));
  const normal = renderScreen('80 2 3 1 1 0 0', lines);
  expect(normal?.size).toEqual({ columns: 80, rows: 2 });
  expect(normal?.bytes.toString()).toBe('\u001bcold\r\none\r\ntwo\u001b[0m\u001b[2;4H');
  const full = renderScreen('80 2 0 0 0 1 1', lines)?.bytes.toString();
  expect(full).toBe('\u001bc\u001b[?1049hone\r\ntwo\u001b[0m\u001b[1;1H\u001b[?25l\u001b[?1h');
  expect(renderScreen('gone', lines)).toBeNull();
  expect(renderScreen('', lines)).toBeNull();
});

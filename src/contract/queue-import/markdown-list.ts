import type { ParsedList, RawPart } from './parsed-list.ts';
import { parseParts } from './parsed-list.ts';

const TASK = /^([-*+]|\d{1,9}[.)])\s+\[([ xX])\](?:\s+(.*))?$/;
const OWN_ID = /^(.*\S)\s*\{#([^\s}]+)\}$/;
const FENCE = /^\s*(```|~~~)/;

type Task = { line: number; text: string; isDone: boolean; below: string[] };

/**
 * A task list: `- [ ] title`, with what is indented below as the body, and `[x]` for what is done. A title
 * may end with its id, as `{#roof}`. Tasks inside of a task belong to its body; other text is passed over.
 */
export const parseMarkdownList = (text: string): ParsedList =>
  parseParts(listTasks(text).map(partOf), ({ title, body, id, isDone }) => ({
    id: typeof id === 'string' ? id : null,
    isDone: isDone === true,
    fields: { title, body },
  }));

function listTasks(text: string): readonly Task[] {
  const tasks: Task[] = [];
  let isOpen = false;
  let isCode = false;
  for (const [n, raw] of text.split(/\r?\n/).entries()) {
    const [, , box, title = ''] = isCode ? [] : (TASK.exec(raw) ?? []);
    const isBelow = /^\s+\S/.test(raw);
    if (box !== undefined) {
      tasks.push({ line: n + 1, text: title.trim(), isDone: box !== ' ', below: [] });
      isOpen = true;
    } else if (isOpen && (isBelow || raw.trim() === '')) tasks.at(-1)?.below.push(raw);
    else isOpen = false;
    if (FENCE.test(raw) && (isBelow || !isOpen)) isCode = !isCode;
  }
  return tasks;
}

function partOf({ line, text, isDone, below }: Task): RawPart {
  if (text === '') return { line, problem: 'the task has no title' };
  const [, title = text, id] = OWN_ID.exec(text) ?? [];
  return { line, value: { title, body: dedent(below), isDone, ...(id === undefined ? {} : { id }) } };
}

function dedent(lines: readonly string[]): string {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = Math.min(...depths, Number.POSITIVE_INFINITY);
  return lines
    .map((line) => line.slice(Number.isFinite(depth) ? depth : 0))
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

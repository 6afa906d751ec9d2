import { type Fields, fieldsOf } from './loose.ts';

const SUMMARY_CHARS = 120;
const READ_AHEAD_CHARS = 4 * SUMMARY_CHARS;
const FIELDS_SHOWN = 8;

// What a person wants to see first of a tool's input; the earliest that is there counts.
const TELLING = ['command', 'file_path', 'path', 'pattern', 'query', 'url', 'description', 'prompt'] as const;

/** One short line that says what a tool was asked to do. */
export function summariseTool(input: unknown): string {
  if (typeof input === 'string') return oneLine(input);
  const fields = fieldsOf(input);
  return oneLine(tellingText(fields) ?? listFields(fields));
}

function tellingText(fields: Fields): string | undefined {
  for (const key of TELLING) {
    const value = fields[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

// Shallow on purpose: the input may be megabytes long, or nested deeper than the stack is.
function listFields(fields: Fields): string {
  return Object.entries(fields)
    .slice(0, FIELDS_SHOWN)
    .map(([key, value]) => `${key}: ${shown(value)}`)
    .join(', ');
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, SUMMARY_CHARS);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return String(value);
}

// A second command is seen to be one, and so is how much is missing.
function oneLine(text: string): string {
  const read = text.trim().slice(0, READ_AHEAD_CHARS);
  const line = read.replace(/[^\S\n]+/g, ' ').replace(/ ?\n+ ?/g, '⏎');
  const left = line.length - SUMMARY_CHARS + text.trim().length - read.length;
  return left > 0 ? `${line.slice(0, SUMMARY_CHARS)}… ${left} more characters` : line;
}

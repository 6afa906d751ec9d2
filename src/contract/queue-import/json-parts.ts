import { parseJson } from '../json.ts';
import { isObject, type RawPart } from './parsed-list.ts';

/** Each line of JSONL that is not empty. */
export function listLines(text: string): readonly RawPart[] {
  return text.split('\n').flatMap((raw, n): RawPart[] => {
    const line = n + 1;
    if (raw.trim() === '') return [];
    const parsed = parseJson(raw);
    return parsed.ok
      ? [{ line, value: parsed.value }]
      : [{ line, problem: `not valid JSON: ${parsed.problem}` }];
  });
}

/** Each element of an array, or of the array under "items", or one object alone, with its first line. */
export function listElements(text: string): readonly RawPart[] {
  const parsed = parseJson(text);
  if (!parsed.ok)
    return [{ line: lineOfProblem(text, parsed.problem), problem: `not valid JSON: ${parsed.problem}` }];
  const elements = elementsOf(parsed.value);
  if (!elements) return [{ line: 1, problem: 'expected a list, or an object with a list under "items"' }];
  const lines = listStartLines(text);
  return elements.map((value, n) => ({ line: lines[n] ?? 1, value }));
}

function elementsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  if (Array.isArray(value.items)) return value.items;
  return 'title' in value ? [value] : undefined;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

// V8 says "at position 17" of most mistakes.
function lineOfProblem(text: string, problem: string): number {
  const [, position] = /position (\d+)/.exec(problem) ?? [];
  return position === undefined ? lineAt(text.trimEnd(), text.length) : lineAt(text, Number(position));
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,\n]|[^\s"[\]{}:,]+/g;

/** The lines on which the elements of the list begin, of a text that is valid. */
function listStartLines(text: string): readonly number[] {
  const lines: number[] = [];
  const depth = text.trimStart().startsWith('[') ? 1 : 2;
  let [line, level, key, isInside] = [1, 0, '', depth === 1];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '\n') line += 1;
    else if (token === ']' || token === '}') level -= 1;
    else if (token !== ',' && token !== ':') {
      if (level === depth && isInside) lines.push(line);
      if (depth === 2 && level === 1 && token === '[') isInside = key === `"items"`;
      if (level === 1) key = token;
      if (token === '[' || token === '{') level += 1;
    }
  }
  return lines;
}

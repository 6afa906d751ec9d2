import { lineDiff } from '../domain/text/line-diff.ts';
import { type Fields, fieldsOf, jsonOf, listOf, textOf, textOrNull } from './loose.ts';

/** A field, and how its value is shown. */
type FieldLines = Readonly<{ key: string; lines: readonly string[] }>;
type Form = (fields: Fields) => readonly FieldLines[];

/**
 * All that a tool was asked to do, for a person who decides about it: every field of its input, with nothing
 * left out. What is indented or begins with "+", "-" or a blank belongs to the value, so that no value can
 * pass for another field.
 */
export function tellTool(tool: string, input: unknown): string {
  if (typeof input === 'string') return indent(input).join('\n');
  const fields = fieldsOf(input);
  const first = [...commentOf(tool, fields), ...(FIRST[tool] ?? formOf(fields))(fields)];
  const told = new Set(first.map(({ key }) => key));
  const others = Object.entries(fields).filter(([key, value]) => !told.has(key) && !isDefault(key, value));
  return [...first.flatMap(({ lines }) => lines), ...others.flatMap(fieldLines)].join('\n');
}

/** Tools of Claude Code that tell in this field what they are about to do, which is shown apart. */
const COMMENTED: ReadonlySet<string> = new Set(['Bash', 'Agent', 'Task']);

/** What the agent says of the call, beside what the tool is given; null where no tool has such a field. */
export const commentIn = (tool: string, input: unknown): string | null =>
  COMMENTED.has(tool) ? textOrNull(fieldsOf(input).description) : null;

const commentOf = (tool: string, fields: Fields): readonly FieldLines[] =>
  commentIn(tool, fields) === null ? [] : [{ key: 'description', lines: [] }];

/** Tools whose input reads best in a form of its own. */
const FIRST: Readonly<Record<string, Form>> = {
  Bash: ({ command }) => (typeof command === 'string' ? [{ key: 'command', lines: indent(command) }] : []),
  Write: ({ file_path, content }) => [
    ...pathOf(file_path),
    ...(typeof content === 'string' ? [{ key: 'content', lines: diffOf('', content) }] : []),
  ],
  Edit: ({ file_path, ...edit }) => [...pathOf(file_path), ...editOf(edit)],
  MultiEdit: ({ file_path, edits }) => [...pathOf(file_path), ...editsOf(edits)],
};

// Agents behind a protocol give their tools other names, and tell their changes in the same fields.
function formOf({ file_path, old_string, new_string, content, changes }: Fields): Form {
  if (typeof file_path === 'string' && typeof old_string === 'string' && typeof new_string === 'string')
    return FIRST.Edit ?? tellNothing;
  if (typeof file_path === 'string' && typeof content === 'string') return FIRST.Write ?? tellNothing;
  return listOf(changes).length > 0 ? tellChanges : tellNothing;
}

const tellNothing: Form = () => [];

const tellChanges: Form = ({ changes }) => {
  const all = listOf(changes).map(fieldsOf);
  const told = all.map((change) => formOf(change)(change));
  if (told.some((shown, index) => shown.length !== Object.keys(all[index] ?? {}).length)) return [];
  return [{ key: 'changes', lines: told.flatMap((shown) => shown.flatMap(({ lines }) => lines)) }];
};

const pathOf = (path: unknown): readonly FieldLines[] =>
  typeof path === 'string' ? [{ key: 'file_path', lines: fieldLines(['file_path', path]) }] : [];

function editOf({ old_string, new_string }: Fields): readonly FieldLines[] {
  if (typeof old_string !== 'string' || typeof new_string !== 'string') return [];
  return [
    { key: 'old_string', lines: pieceDiff(old_string, new_string) },
    { key: 'new_string', lines: [] },
  ];
}

// An edit of another form is shown as it came.
function editsOf(edits: unknown): readonly FieldLines[] {
  const all = listOf(edits).map(fieldsOf);
  if (all.length === 0 || all.some((edit) => editOf(edit).length === 0)) return [];
  const lines = all.flatMap((edit, index) => [
    `@@ edit ${index + 1} of ${all.length}${edit.replace_all === true ? ', every occurrence' : ''} @@`,
    ...pieceDiff(textOf(edit.old_string), textOf(edit.new_string)),
  ]);
  return [{ key: 'edits', lines }];
}

// A piece of a file, where no line feed is missing because it ends in the middle of a line.
const pieceDiff = (before: string, after: string): readonly string[] =>
  before.endsWith('\n') || after.endsWith('\n') ? diffOf(before, after) : diffOf(`${before}\n`, `${after}\n`);

const diffOf = (before: string, after: string): readonly string[] =>
  before === after ? ['(no text)'] : lineDiff(before, after);

const isDefault = (key: string, value: unknown): boolean => key === 'replace_all' && value === false;

function fieldLines([key, value]: readonly [string, unknown]): readonly string[] {
  const text = typeof value === 'string' ? value : jsonOf(value);
  return text.includes('\n') ? [`${key}:`, ...indent(text)] : [`${key}: ${text}`];
}

const indent = (text: string): readonly string[] => text.split('\n').map((line) => `  ${line}`);

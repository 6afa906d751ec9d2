import { type Fields, fieldsOf, jsonOf, listOf, textOf } from '../loose.ts';
import { summariseTool } from '../tool-summary.ts';
import { TOOL_TEXT_CHARS } from '../tool-text.ts';
import { metaOf, type OpenTool } from './heard.ts';

const PLAIN_NAME = /^[\w.-]{1,64}$/;

/** A tool call as it is known after this message, which may leave out what was said before. */
export function toolOf(call: Fields, before: OpenTool | undefined): OpenTool {
  const fields = inputOf(call);
  const input = Object.keys(fields).length === 0 ? (before?.input ?? '{}') : jsonOf(fields);
  return {
    name: before?.name ?? nameOf(call),
    summary: summariseTool(fields) || summariseTool(textOf(call.title)) || (before?.summary ?? ''),
    input,
  };
}

// Few agents give the name of the tool; some hide it in the id or use it as the title.
function nameOf(call: Fields): string {
  const named = textOf(call.name) || textOf(metaOf(call, 'claudeCode').toolName);
  if (named !== '') return named;
  const [inId = ''] = /^[a-z]+(?:_[a-z]+)*(?=__)/.exec(textOf(call.toolCallId)) ?? [];
  if (inId !== '') return inId;
  const title = textOf(call.title);
  return PLAIN_NAME.test(title) ? title : textOf(call.kind) || 'tool';
}

/** What the tool would be given. Some agents tell it only by title and diff. */
export function inputOf(call: Fields): Fields {
  const raw = fieldsOf(call.rawInput);
  const hasRaw = Object.keys(raw).length > 0;
  const command = !hasRaw && call.kind === 'execute' ? { command: textOf(call.title) } : {};
  return { ...command, ...raw, ...diffOf(call) };
}

/** What a person decides about. An agent that tells no input shows what it told instead. */
export function askedInput(call: Fields, { input }: OpenTool): Fields {
  const known = fieldsOf(JSON.parse(input));
  if (Object.keys(known).length > 0) return known;
  const content = textIn(call);
  return { title: textOf(call.title), ...(content === '' ? {} : { content }) };
}

function diffOf(call: Fields): Fields {
  const diffs = listOf(call.content)
    .map(fieldsOf)
    .filter(({ type }) => type === 'diff')
    .map(({ path, oldText, newText }) => {
      const file_path = textOf(path);
      if (textOf(oldText) === '') return { file_path, content: textOf(newText) };
      return { file_path, old_string: textOf(oldText), new_string: textOf(newText) };
    });
  if (diffs.length === 0) return {};
  return diffs.length === 1 ? (diffs[0] ?? {}) : { changes: diffs };
}

/** What the tool gave back, as far as it is shown. */
export function outputOf(call: Fields): string {
  const raw = textOf(call.rawOutput) || textOf(fieldsOf(call.rawOutput).output);
  return (textIn(call) || raw).slice(0, TOOL_TEXT_CHARS);
}

const textIn = (call: Fields): string =>
  listOf(call.content)
    .map((block) => textOf(fieldsOf(fieldsOf(block).content).text))
    .filter((text) => text !== '')
    .join('\n');

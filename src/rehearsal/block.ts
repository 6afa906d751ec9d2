/** The script inside a prompt, and the line of the prompt that it begins on, counted from 1. */
export type Block = Readonly<{ source: string; line: number }>;

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*(?:rehearsal|yaml[ \t]+rehearsal|script)[ \t]*\r?$/m;

/** The first fenced block that is marked as a script: ```rehearsal */
export function findBlock(prompt: string): Block | undefined {
  const opening = OPENING.exec(prompt);
  if (!opening) return undefined;
  const [whole, fence = '```'] = opening;
  const start = opening.index + whole.length + 1;
  const rest = prompt.slice(start);
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*\\r?$`, 'm').exec(rest);
  return {
    source: closing ? rest.slice(0, closing.index) : rest,
    line: prompt.slice(0, start).split('\n').length,
  };
}

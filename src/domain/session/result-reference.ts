const REFERENCE = /\{\{result:([^{}\s]{1,120})\}\}/g;

/** What `{{result:…}}` names in a task, each once. */
export const listReferences = (task: string): readonly string[] => [
  ...new Set([...task.matchAll(REFERENCE)].map(([, name = '']) => name)),
];

/** The task with something else in the place of each reference. */
export const replaceReferences = (task: string, by: (name: string) => string): string =>
  task.replaceAll(REFERENCE, (_, name: string) => by(name));

/** So much of a result stands in the prompt; the rest is in its file. */
const MOST_CHARS = 64_000;

type Delivered = Readonly<{ id: string; status: string; file: string | null; text: string | null }>;

/** What a later session is told of the result of an earlier one: whose it is, where it lies, and its text. */
export function resultText({ id, status, file, text }: Delivered): string {
  const where = file === null ? '' : `, in ${file}`;
  const head = `Result of session ${id} (${status})${where}`;
  if (text === null) return `${head}: it delivered none.`;
  const more = text.length - MOST_CHARS;
  const cut = more > 0 ? `\n(${more} more characters are not shown here)` : '';
  return `${head}:\n\n${text.slice(0, MOST_CHARS).trim()}${cut}\n`;
}

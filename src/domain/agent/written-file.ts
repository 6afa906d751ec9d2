/** A file as a tool would leave it. */
export type WrittenFile = Readonly<{ path: string; text: string }>;

/** The file that Claude Code's `Write` would put in the place of what is there; null for any other tool. */
export function writtenFile(tool: string, input: unknown): WrittenFile | null {
  if (tool !== 'Write' || typeof input !== 'object' || input === null) return null;
  const { file_path: path, content: text } = input as Readonly<Record<string, unknown>>;
  return typeof path === 'string' && typeof text === 'string' ? { path, text } : null;
}

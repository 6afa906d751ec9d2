const INTERPRETERS: ReadonlySet<string> = new Set(['node', 'bun', 'deno', 'python3', 'python']);
const ENDING = /\.(?:js|mjs|cjs|ts|py|exe)$/;

/** What a process runs, by its command line: a script counts as the program, not its interpreter. */
export function programName([program = '', ...words]: readonly string[]): string {
  const name = baseOf(program);
  const script = INTERPRETERS.has(name) ? words.find((word) => !word.startsWith('-')) : undefined;
  return script ? baseOf(script) : name;
}

// A login shell has a dash before its name.
const baseOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/^-/, '')
    .replace(ENDING, '');

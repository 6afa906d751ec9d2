const ASSIGNMENT = /^[A-Za-z_]\w*=\S*$/;
/** What a shell itself reads: a word with any of these is no plain name of a program. */
const SHELL = /[^\w./+:@%,-]/;
const BUILT_IN = new Set([
  ...['.', ':', '[', '!', 'case', 'cd', 'command', 'echo', 'eval', 'exec', 'exit', 'export', 'false', 'for'],
  ...['if', 'printf', 'read', 'set', 'shift', 'source', 'test', 'time', 'trap', 'true', 'type', 'ulimit'],
  ...['umask', 'unset', 'until', 'while'],
]);

/**
 * The program that the command of a gate begins with, so that one that is not there is found before anything
 * starts. Null where the shell itself does it, or only the shell can tell.
 */
export function programOfGate(command: string): string | null {
  const word = command
    .trim()
    .split(/\s+/)
    .find((one) => !ASSIGNMENT.test(one));
  if (word === undefined || SHELL.test(word) || BUILT_IN.has(word)) return null;
  return word;
}

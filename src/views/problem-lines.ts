type Problem = Readonly<{ file: string; line: number; problem: string }>;
type Counts = Readonly<{ good: number; broken: number }>;

/** What is wrong with files, a line each, and how many are good. */
export const renderProblems = (problems: readonly Problem[], { good, broken }: Counts): string =>
  [
    ...problems.map(({ file, line, problem }) => `❌ ${file}:${line}: ${problem}\n`),
    `${good} good, ${broken} broken\n`,
  ].join('');

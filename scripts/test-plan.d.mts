export type TestWorld = Readonly<{
  isThere(path: string): boolean;
  testFiles: readonly string[];
  filesWith(text: string): readonly string[];
  changed(): Readonly<{ base: string; paths: readonly string[] }>;
}>;

export type TestPlan = Readonly<{ checks: readonly string[]; runs: readonly string[][]; isLong: boolean }>;

export const CHECKS: readonly string[];
export function planTest(words: readonly string[], world: TestWorld): TestPlan;
export function hasTitle(words: readonly string[]): boolean;

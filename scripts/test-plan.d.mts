import type { Needs } from './test-needs.mjs';

export type TestWorld = Readonly<{
  isThere(path: string): boolean;
  testFiles: readonly string[];
  filesWith(text: string): readonly string[];
  changed(): Readonly<{ base: string; paths: readonly string[] }>;
}>;

export type TestPlan = Readonly<{
  kind: 'all' | 'part' | 'quick';
  checks: readonly string[];
  runs: readonly string[][];
  isLong: boolean;
  needs: Needs;
}>;

export const CHECKS: readonly string[];
export function planTest(words: readonly string[], world: TestWorld): TestPlan;
export function hasTitle(words: readonly string[]): boolean;

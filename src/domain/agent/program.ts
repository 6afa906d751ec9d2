/** The program behind an agent, as `doctor` looks for it. */
export type AgentProgram = Readonly<{
  name: string;
  /** Arguments that make it print its version and nothing else. */
  versionArgs: readonly string[];
  /** How long that may take, where it takes long. */
  versionMs?: number;
  /** The oldest version that was tried. */
  oldest: string;
  install: string;
}>;

export type ProgramObservation =
  | Readonly<{ is: 'absent' }>
  /** What it printed when it was asked for its version. */
  | Readonly<{ is: 'found'; path: string; said: string }>
  | Readonly<{ is: 'hung'; path: string; limitMs: number }>
  | Readonly<{ is: 'broken'; path: string; problem: string }>;

/** The first version number in a text; null when there is none. */
export const versionIn = (text: string): string | null => /\d+(?:\.\d+)+/.exec(text)?.[0] ?? null;

/** Compares number by number; what is not said counts as 0. */
export function isOlder(version: string, than: string): boolean {
  const [ours, theirs] = [version, than].map((text) => text.split('.').map(Number));
  const length = Math.max(ours?.length ?? 0, theirs?.length ?? 0);
  for (let index = 0; index < length; index++) {
    const difference = (ours?.[index] ?? 0) - (theirs?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

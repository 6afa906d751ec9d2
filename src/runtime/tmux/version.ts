export type TmuxVersion = Readonly<{ major: number; minor: number }>;

export const OLDEST_TMUX: TmuxVersion = { major: 3, minor: 2 };

/**
 * Reads `tmux 3.3a`, `tmux next-3.4`, `tmux 3.5-rc`. Undefined for a build without a number, such as `tmux
 * master`.
 */
export function parseTmuxVersion(text: string): TmuxVersion | undefined {
  const match = /^tmux (?:next-)?(\d+)\.(\d+)/.exec(text.trim());
  return match ? { major: Number(match[1]), minor: Number(match[2]) } : undefined;
}

/** A build without a number comes from the newest source, so it is taken. */
export function isTmuxNewEnough(version: TmuxVersion | undefined): boolean {
  if (!version) return true;
  const { major, minor } = OLDEST_TMUX;
  return version.major > major || (version.major === major && version.minor >= minor);
}

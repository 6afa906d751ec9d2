import type { HookFiles } from '../../runtime/hook/hook-files.ts';

export type HookDeps = Readonly<{
  hookFiles: HookFiles;
  /** The program that hooks call. */
  hookScript: string;
}>;

/** Those of the person alone, or those that the repository shares. */
export const settingsFile = (isShared: boolean): string =>
  isShared ? '.claude/settings.json' : '.claude/settings.local.json';

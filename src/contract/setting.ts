import type { SettingKind } from './setting-kind.ts';

export type Setting<T> = Readonly<{
  kind: SettingKind<T>;
  /** As it would be written in the file. */
  default: unknown;
  about: string;
}>;

export const setting = <T>(kind: SettingKind<T>, standard: unknown, about: string): Setting<T> => ({
  kind,
  default: standard,
  about,
});

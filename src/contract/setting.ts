import type { SettingKind } from './setting-kind.ts';

export type Setting<Kind extends SettingKind<unknown>> = Readonly<{
  kind: Kind;
  /** As it would be written in the file. */
  default: unknown;
  about: string;
}>;

export const setting = <Kind extends SettingKind<unknown>>(
  kind: Kind,
  standard: unknown,
  about: string,
): Setting<Kind> => ({ kind, default: standard, about });

import type { SettingKind } from './setting-kind.ts';

export type Setting<Kind extends SettingKind<unknown>> = Readonly<{
  kind: Kind;
  /** As it would be written in the file. */
  default: unknown;
  about: string;
  /** It says what is run, or where things of the person's go: set by a cloned project, it waits for trust. */
  needsTrust?: true;
}>;

export const setting = <Kind extends SettingKind<unknown>>(
  kind: Kind,
  standard: unknown,
  about: string,
): Setting<Kind> => ({ kind, default: standard, about });

/** A setting that a project may make only once its folder is trusted. */
export const guarded = <Kind extends SettingKind<unknown>>(
  kind: Kind,
  standard: unknown,
  about: string,
): Setting<Kind> => ({ ...setting(kind, standard, about), needsTrust: true });

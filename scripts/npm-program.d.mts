/** A program of the npm registry, at one version. */
export type NpmProgram = Readonly<{
  /** Names its folder in the cache. */
  name: string;
  package: string;
  version: string;
  sizeMb: number;
  /** Where it may be, below `node_modules`; the first that says its version counts. */
  paths(modules: string): readonly string[];
}>;
/** Paths and reasons, by label. */
export type Programs = Readonly<{
  programs: Readonly<Record<string, string>>;
  missing: Readonly<Record<string, string>>;
}>;
type Options = Readonly<{
  folders?: readonly string[];
  npm?: (folder: string, spec: string) => Promise<void>;
}>;

export function isCached(wanted: NpmProgram, folders?: readonly string[]): boolean;
export function ensureProgram(wanted: NpmProgram, options?: Options): Promise<string>;
export function ensurePrograms(
  wanted: readonly NpmProgram[],
  options?: Readonly<{ missing?: Readonly<Record<string, string>> }>,
): Promise<Programs>;

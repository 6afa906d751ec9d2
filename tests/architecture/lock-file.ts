type Entry = Readonly<{
  version?: string;
  resolved?: string;
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
}>;
export type LockFile = Readonly<{ packages: Readonly<Record<string, Entry>> }>;

/**
 * What keeps a lock file from serving another machine. npm leaves out a platform's package when the registry
 * does not have it yet, and then refuses its own lock; and an address would tie the lock to one registry.
 */
export function findLockProblems({ packages }: LockFile): string[] {
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  return Object.entries(packages).flatMap(([path, entry]) => {
    const wanted = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies });
    const missing = wanted
      .filter((name) => !names.has(name))
      .map((name) => `${path} needs ${name}, not locked`);
    return entry.resolved ? [...missing, `${path} is tied to ${entry.resolved}`] : missing;
  });
}

/** The most that the processes of one session may take of the machine; null for no limit. */
export type ResourceLimits = Readonly<{
  memoryMb: number | null;
  /** As many CPUs as it may keep busy, 1.5 for one and a half. */
  cpus: number | null;
  processes: number | null;
  /** Of each of its processes. */
  openFiles: number | null;
}>;

export type Resource = keyof ResourceLimits;

export const RESOURCES = [
  'memoryMb',
  'cpus',
  'processes',
  'openFiles',
] as const satisfies readonly Resource[];

export const NO_RESOURCE_LIMITS: ResourceLimits = {
  memoryMb: null,
  cpus: null,
  processes: null,
  openFiles: null,
};

/** The first that says something about a resource counts; null where none limits anything. */
export function settleLimits(...given: readonly Partial<ResourceLimits>[]): ResourceLimits | null {
  const first = (resource: Resource): number | null =>
    given.map((one) => one[resource] ?? null).find((amount) => amount !== null) ?? null;
  const settled = {
    memoryMb: first('memoryMb'),
    cpus: first('cpus'),
    processes: first('processes'),
    openFiles: first('openFiles'),
  };
  return RESOURCES.some((resource) => settled[resource] !== null) ? settled : null;
}

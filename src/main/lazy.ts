type Methods = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>;

/** A port that is loaded by its first use: most commands need only a few. */
export function lazy<T extends object>(load: () => Promise<T>): T {
  let loading: Promise<T> | null = null;
  const use =
    (name: string) =>
    async (...given: never[]) => {
      loading ??= load();
      return (await (loading as Promise<unknown> as Promise<Methods>))[name]?.(...given);
    };
  // An `await` of the whole must not take it for a promise.
  const get = (_: T, name: string | symbol): unknown =>
    typeof name === 'symbol' || name === 'then' ? undefined : use(name);
  return new Proxy({} as T, { get });
}

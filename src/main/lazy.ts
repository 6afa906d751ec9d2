type Hands = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>;

/** Hands that are loaded when one of them is first used: most commands need none of them. */
export function lazy<T extends object>(load: () => Promise<T>): T {
  let loading: Promise<T> | null = null;
  const use =
    (name: string) =>
    async (...given: never[]) => {
      loading ??= load();
      return (await (loading as Promise<unknown> as Promise<Hands>))[name]?.(...given);
    };
  // Whoever awaits the whole of them must not take them for a promise.
  const get = (_: T, name: string | symbol): unknown =>
    typeof name === 'symbol' || name === 'then' ? undefined : use(name);
  return new Proxy({} as T, { get });
}

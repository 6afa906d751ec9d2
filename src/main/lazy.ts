type Methods = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>;

/** All members answer with a promise: a plain value could not be loaded first. */
type Asynchronous<T> = { readonly [K in keyof T]: (...given: never[]) => Promise<unknown> };

/** A port that is loaded by its first use: most commands need only a few. */
export function lazy<T extends Asynchronous<T>>(load: () => Promise<T>): T {
  let loading: Promise<T> | null = null;
  const use =
    (name: string) =>
    async (...given: never[]) => {
      loading ??= load();
      const method = (await (loading as Promise<unknown> as Promise<Methods>))[name];
      if (!method) throw new Error(`The port has no method "${name}"`);
      return method(...given);
    };
  // An `await` of the whole must not take it for a promise.
  const get = (_: T, name: string | symbol): unknown =>
    typeof name === 'symbol' || name === 'then' ? undefined : use(name);
  return new Proxy({} as T, { get });
}

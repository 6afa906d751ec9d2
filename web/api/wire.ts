type Snake<K> = K extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : K;

/** What a verb takes, with its keys as they are spelt outside of the program: `sessionId` is `session_id`. */
export type Wire<T> = { [K in keyof T as Snake<K>]: T[K] };

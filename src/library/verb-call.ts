/** What a verb takes and answers, as every door publishes it: `swarm schema <verb>`. */
export type VerbInput = Readonly<Record<string, unknown>>;
export type VerbAnswer = Readonly<Record<string, unknown>>;

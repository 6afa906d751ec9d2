import type { Fields } from '../loose.ts';

/** A tool call that is not over, with what it was told with. */
export type OpenTool = Readonly<{ name: string; summary: string; input: string }>;

/**
 * A permission request whose tool is not over: its id of JSON-RPC, and the name that our answer goes by. It
 * may have been answered, of which the agent tells nothing.
 */
export type OpenRequest = Readonly<{ id: unknown; requestId: string; toolId: string }>;

/** Which of the agent's ways sets its model. */
export type ModelWay = Readonly<{ method: 'session/set_model' } | { method: 'option'; configId: string }>;

/** All that matters of what an agent has said over the Agent Client Protocol. */
export type Heard = Readonly<{
  /** The name that it gives itself. */
  agent: string;
  /**
   * `new`: nothing heard. `greeted`: it said what it can do. `replaying`: it repeats an old conversation.
   * `open`: the conversation is there. `lost`: there will be none in this process.
   */
  phase: 'new' | 'greeted' | 'replaying' | 'open' | 'lost';
  canResume: boolean;
  canLoad: boolean;
  sessionId: string | null;
  modes: readonly string[];
  mode: string | null;
  modelWay: ModelWay | null;
  /** Requests of ours that set something up, and were answered. */
  settled: readonly string[];
  /** The last turn whose end was told. */
  endedTurn: string | null;
  /** Requests for what we do not offer: each gets an error. */
  unknownRequests: readonly unknown[];
  /** Requests that the persona's tools allow, with the option to pick. */
  allowed: readonly Readonly<{ id: unknown; optionId: string }>[];
  openRequests: readonly OpenRequest[];
  tools: Readonly<Record<string, OpenTool>>;
  /** Money of the conversation so far, in dollars; null when it was never told. */
  costUsd: number | null;
}>;

export const NOTHING_HEARD: Heard = {
  agent: '',
  phase: 'new',
  canResume: false,
  canLoad: false,
  sessionId: null,
  modes: [],
  mode: null,
  modelWay: null,
  settled: [],
  endedTurn: null,
  unknownRequests: [],
  allowed: [],
  openRequests: [],
  tools: {},
  costUsd: null,
};

/** Our own text from the row. */
export function parseHeard(text: string | null): Heard {
  if (text === null) return NOTHING_HEARD;
  return { ...NOTHING_HEARD, ...(JSON.parse(text) as Partial<Heard>) };
}

export const isGemini = ({ agent }: Heard): boolean => /gemini/i.test(agent);
export const isCodex = ({ agent }: Heard): boolean => /codex/i.test(agent);

export const metaOf = (fields: Fields, ...path: readonly string[]): Fields =>
  ['_meta', ...path].reduce<Fields>((at, key) => {
    const next = at[key];
    return typeof next === 'object' && next !== null ? (next as Fields) : {};
  }, fields);

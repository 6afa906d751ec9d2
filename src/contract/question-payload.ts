import * as z from 'zod/mini';
import { parseAskedQuestions } from '../domain/agent/asked-questions.ts';
import type { PayloadOf, QuestionKind } from '../domain/question/kinds.ts';
import { parseJson } from './json.ts';

const Nothing = z.object({});

// Rows of older versions have the id and the input alone.
const Permission = z.object({
  requestId: z.string(),
  input: z.nullable(z.string()),
  tool: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  reason: z.exactOptional(z.string()),
  grant: z.exactOptional(z.object({ words: z.array(z.string()), rules: z.string() })),
});

const AgentQuestion = z.object({
  text: z.string(),
  header: z.string(),
  options: z.array(z.object({ label: z.string(), description: z.string() })),
  isMulti: z.boolean(),
});
const Dialog = z.pipe(
  z.object({
    requestId: z.string(),
    input: z.nullable(z.string()),
    questions: z.exactOptional(z.array(AgentQuestion)),
  }),
  z.transform(({ requestId, input, questions }) => ({
    requestId,
    input,
    questions: questions ?? askedIn(input),
  })),
);

function askedIn(input: string | null) {
  const parsed = parseJson(input ?? '{}');
  return parseAskedQuestions(parsed.ok ? parsed.value : {});
}

/** What the store keeps as JSON beside a question of each kind. */
const PAYLOADS: { readonly [K in QuestionKind]: z.ZodMiniType<PayloadOf<K>> } = {
  permission: Permission,
  dialog: Dialog,
  ask: z.object({ key: z.string() }),
  escalation: z.object({ noteId: z.string() }),
  'plan-escalation': z.object({ number: z.int(), noteId: z.string() }),
  interrupt: Nothing,
  time: z.object({ lifetimeMs: z.number() }),
  dependency: z.object({ failed: z.array(z.string()) }),
  start: z.object({ codes: z.array(z.string()) }),
  login: z.object({ login: z.string(), why: z.string() }),
  budget: z.object({
    account: z.string(),
    unit: z.enum(['microUsd', 'tokens']),
    why: z.string(),
    over: z._default(z.number(), 0),
  }),
  'process-budget': z.object({ why: z.string() }),
  stretch: z.object({ why: z.string() }),
  background: z.object({ what: z.string() }),
  gate: z.object({ command: z.string(), output: z.string() }),
  'red-gate': Nothing,
  loop: Nothing,
  'loop-interrupt': Nothing,
  race: z.object({ raceId: z.string(), rivals: z.array(z.string()) }),
  run: z.object({ number: z.number() }),
  approval: z.object({ number: z.number(), versionId: z.string() }),
  merge: Nothing,
  takeover: z.object({ holder: z.string(), seenAt: z.number(), wantedBy: z.string() }),
};

type Kept = Readonly<{ kind: QuestionKind; payload: unknown }>;

/** Throws when the payload does not fit the kind: another program has written that row. */
export const parsePayload = ({ kind, payload }: Kept): PayloadOf<QuestionKind> =>
  PAYLOADS[kind].parse(payload);

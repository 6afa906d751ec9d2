import * as z from 'zod/mini';
import type { PayloadOf, QuestionKind } from '../domain/question/kinds.ts';

const Nothing = z.object({});
const Request = z.object({ requestId: z.string(), input: z.nullable(z.string()) });

/** What the store keeps as JSON beside a question of each kind. */
const PAYLOADS: { readonly [K in QuestionKind]: z.ZodMiniType<PayloadOf<K>> } = {
  permission: Request,
  dialog: Request,
  ask: z.object({ key: z.string() }),
  interrupt: Nothing,
  time: z.object({ lifetimeMs: z.number() }),
  start: z.object({ codes: z.array(z.string()) }),
  login: z.object({ login: z.string(), why: z.string() }),
  budget: z.object({ account: z.string(), unit: z.enum(['microUsd', 'tokens']), why: z.string() }),
  'process-budget': z.object({ why: z.string() }),
  gate: z.object({ command: z.string(), output: z.string() }),
  'red-gate': Nothing,
  loop: Nothing,
  'loop-interrupt': Nothing,
  run: z.object({ number: z.number() }),
  merge: Nothing,
};

type Kept = Readonly<{ kind: QuestionKind; payload: unknown }>;

/** Throws when the payload does not fit the kind: another program has written that row. */
export const parsePayload = ({ kind, payload }: Kept): PayloadOf<QuestionKind> =>
  PAYLOADS[kind].parse(payload);

import { signal } from '@preact/signals';
import type { AnswerOf, InputOf, VerbName } from './verbs.ts';

/** Why there is no answer: a refusal with its code, or a server that did not answer. */
export type Problem = Readonly<{ code: string; message: string }>;
export type Reply<T> = Readonly<{ ok: true; value: T }> | Readonly<{ ok: false; problem: Problem }>;

/** The server does not know this browser any more. */
export const isSignedOut = signal(false);

const UNREACHABLE: Problem = {
  code: 'unreachable',
  message: 'The dashboard server does not answer. Run "swarm dashboard" again.',
};
const SIGNED_OUT_STATUS = 401;

/** Asks a verb of the project. Never throws: what went wrong is part of the reply. */
export const ask = <N extends VerbName>(name: N, input: InputOf<N>): Promise<Reply<AnswerOf<N>>> =>
  post<AnswerOf<N>>(name, input);

/** What is no verb: `terminal` gives a ticket. */
export async function post<T>(path: string, body: unknown): Promise<Reply<T>> {
  try {
    const response = await fetch(`/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-swarm': '1' },
      body: JSON.stringify(body),
    });
    isSignedOut.value = response.status === SIGNED_OUT_STATUS;
    const value: unknown = await response.json();
    return response.ok ? { ok: true, value: value as T } : { ok: false, problem: problemIn(value) };
  } catch {
    return { ok: false, problem: UNREACHABLE };
  }
}

function problemIn(value: unknown): Problem {
  const { error } = (value ?? {}) as { error?: Partial<Problem> };
  return { code: error?.code ?? 'unknown', message: error?.message ?? 'The server gave no reason.' };
}

import { CreateSession, CreateSessions } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { verb } from '../verb.ts';
import { type CreateDeps, type CreatedSession, createdJson, createSession } from './create-session.ts';

/** `refused`: why the others were not started. */
export type CreatedSessions = Readonly<{
  sessions: readonly CreatedSession[];
  refused: Refusal | null;
  left: number;
}>;

/** Starts one agent for each task, in their order, until one is refused. */
export async function createSessions(
  deps: CreateDeps,
  { prompts, ...shared }: CreateSessions,
): Promise<Outcome<CreatedSessions>> {
  const sessions: CreatedSession[] = [];
  for (const prompt of prompts) {
    const created = await createSession(deps, CreateSession.parse({ ...shared, prompt, wait: true }));
    if (created.ok) sessions.push(created.value);
    else if (sessions.length === 0) return created;
    else return accept({ sessions, refused: created.refusal, left: prompts.length - sessions.length });
  }
  return accept({ sessions, refused: null, left: 0 });
}

export const createSessionsVerb = verb({
  name: 'session.create-many',
  summary: 'Start one agent for each of several tasks',
  asks: 'person',
  reads: false,
  input: CreateSessions,
  answer: async () => (await import('../../contract/answer/session.ts')).CreatedSessionsAnswer,
  run: createSessions,
  json: ({ sessions, refused, left }) => ({
    sessions: sessions.map(createdJson),
    refused: refused?.code ?? null,
    left,
  }),
});

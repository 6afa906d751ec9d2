import { join } from 'node:path';
import type { LaunchInput } from '../domain/agent/agent.ts';
import { CONTRACT_TEXT } from './contract-text.ts';

/** What every agent finds in its environment. A persona may add to it, never change what Swarm says. */
export function environmentFor({ session, spec, attempt, places }: LaunchInput): Record<string, string> {
  return {
    ...spec.env,
    SWARM_PROJECT: places.project,
    SWARM_SESSION_ID: session.id,
    SWARM_SESSION_DIR: places.sessionDir,
    SWARM_ATTEMPT_DIR: places.attemptDir,
    SWARM_ATTEMPT: String(attempt),
    SWARM_RUN_ID: session.runId ?? '',
    SWARM_ROLE: session.role ?? session.persona,
    SWARM_PROMPT_FILE: join(places.attemptDir, 'prompt.md'),
    SWARM_PERSONA_FILE: join(places.attemptDir, 'persona.md'),
    SWARM_RESULT_FILE: join(places.attemptDir, 'result.json'),
    SWARM_BIN_DIR: places.binDir,
    INTERRUPT_FILE: join(places.attemptDir, 'interrupt-request.txt'),
  };
}

/** Who the agent is, and what it may do: the system prompt of every CLI that has one. */
export const personaFile = (personaText: string): string =>
  personaText === '' ? CONTRACT_TEXT : `${personaText.trimEnd()}\n\n${CONTRACT_TEXT}`;

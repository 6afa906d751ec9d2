import { join } from 'node:path';
import type { LaunchInput } from '../domain/agent/agent.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import { CONTRACT_TEXT } from './contract-text.ts';

/** What every agent finds in its environment. A persona may add to it, never change what Swarm says. */
export function environmentFor({ session, spec, attempt, paths }: LaunchInput): Record<string, string> {
  return {
    ...spec.env,
    SWARM_PROJECT: paths.project,
    SWARM_SESSION_ID: session.id,
    SWARM_SESSION_DIR: paths.sessionDir,
    SWARM_ATTEMPT_DIR: paths.attemptDir,
    SWARM_ATTEMPT: String(attempt),
    SWARM_RUN_ID: session.runId ?? '',
    SWARM_ROLE: session.role ?? session.persona,
    SWARM_PROMPT_FILE: join(paths.attemptDir, 'prompt.md'),
    SWARM_PERSONA_FILE: join(paths.attemptDir, 'persona.md'),
    ...(spec.schema === null ? {} : { SWARM_SCHEMA_FILE: join(paths.attemptDir, 'schema.json') }),
    SWARM_RESULT_FILE: join(paths.attemptDir, 'result.json'),
    SWARM_OUTBOX_DIR: join(paths.attemptDir, 'outbox'),
    SWARM_BIN_DIR: paths.binDir,
    INTERRUPT_FILE: join(paths.attemptDir, 'interrupt-request.txt'),
  };
}

/** Who the agent is, and what it may do: the system prompt of every CLI that has one. */
export function personaFile({ personaText, schema }: Pick<SessionSpec, 'personaText' | 'schema'>): string {
  const persona = personaText === '' ? '' : `${personaText.trimEnd()}\n\n`;
  return `${persona}${CONTRACT_TEXT}${schema === null ? '' : `\n${schemaText(schema)}`}`;
}

/** What the result must look like, for an agent to read. */
export const schemaText = (schema: string): string =>
  [
    '## What your result must look like',
    '',
    'It is checked against this JSON Schema (`$SWARM_SCHEMA_FILE`) when you end your work.',
    'What does not fit comes back to you once.',
    '',
    '```json',
    schema.trim(),
    '```',
    '',
  ].join('\n');

/** Files that every attempt finds in its folder. */
export const commonFiles = (spec: SessionSpec, prompt: string): Record<string, string> => ({
  'prompt.md': prompt,
  'persona.md': personaFile(spec),
  ...(spec.schema === null ? {} : { 'schema.json': spec.schema }),
});

import type { Agent, LaunchInput, LaunchPlan } from '../domain/agent/agent.ts';
import type { AgentFact } from '../domain/agent/fact.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import { commonFiles, environmentFor, personaFile, schemaText } from './environment.ts';
import { needsOfProgram } from './needs.ts';

/** Any program as an agent: the prompt on its stdin, its output as it comes, its exit as the turn's end. */
export const command: Agent = {
  name: 'command',
  isScripted: true,
  can: {
    manyTurns: false,
    steers: false,
    asksPermission: false,
    interactive: true,
    resume: false,
    tellsCost: false,
    tellsEvents: false,
  },
  needs: (spec) => needsOfProgram(spec.command?.[0]),
  plan,
  renderTurn: () => '',
  parseLine: (line): readonly AgentFact[] => [{ kind: 'output', text: line }],
  transcriptFile: () => null,
};

function plan(input: LaunchInput): LaunchPlan {
  const { session, spec, turn, paths } = input;
  return {
    argv: spec.command ?? [],
    env: environmentFor(input),
    workDir: paths.workDir,
    input: session.mode === 'interactive' ? 'terminal' : 'prompt',
    keepsScreen: session.mode === 'interactive',
    files: commonFiles(spec, promptOf(spec, turn.body)),
  };
}

// Without a persona it is a plain program, which reads the task and nothing else.
const promptOf = (spec: SessionSpec, task: string): string =>
  spec.personaText === ''
    ? renderPrompt(spec, task)
    : renderPrompt({ personaText: personaFile(spec), schema: null }, task);

type PromptParts = Pick<SessionSpec, 'personaText' | 'schema'>;

/**
 * The prompt for a CLI without a system prompt. Without a persona and a schema it is the task, byte for byte.
 */
export function renderPrompt({ personaText, schema }: PromptParts, task: string): string {
  const asked = schema === null ? task : `${task.trimEnd()}\n\n---\n\n${schemaText(schema)}`;
  return personaText === '' ? asked : `${personaText.trimEnd()}\n\n---\n\n**TASK DELEGATION**:\n\n${asked}`;
}

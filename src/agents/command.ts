import type { AgentFact } from '../domain/agent/fact.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import type { Turn } from '../domain/turn/turn.ts';
import type { Agent, LaunchInput, LaunchPlan } from './agent.ts';
import { environmentFor, personaFile } from './environment.ts';

/** Any program as an agent: the prompt on its stdin, its output as it comes, its exit as the end of the turn. */
export const command: Agent = {
  name: 'command',
  can: { manyTurns: false, interactive: true, resume: false, tellsCost: false, tellsEvents: false },
  plan,
  renderTurn: () => '',
  parseLine: (line): readonly AgentFact[] => [{ kind: 'output', text: line }],
  transcriptFile: () => null,
};

function plan(input: LaunchInput): LaunchPlan {
  const { session, spec, turn, places } = input;
  return {
    argv: spec.command ?? [],
    env: environmentFor(input),
    workDir: places.workDir,
    input: session.mode === 'interactive' ? 'terminal' : 'prompt',
    files: { 'prompt.md': renderPrompt(spec, turn), 'persona.md': personaFile(spec.personaText) },
  };
}

/** The prompt for a CLI without a system prompt. Without a persona it is the task, byte for byte. */
export function renderPrompt(spec: Pick<SessionSpec, 'personaText' | 'prompt'>, turn: Turn): string {
  const task = renderTask(spec, turn);
  return spec.personaText === ''
    ? task
    : `${spec.personaText.trimEnd()}\n\n---\n\n**TASK DELEGATION**:\n\n${task}`;
}

// The program remembers nothing of an earlier turn, so each later one brings the task along.
function renderTask({ prompt }: Pick<SessionSpec, 'prompt'>, turn: Turn): string {
  if (turn.kind === 'prompt') return turn.body;
  if (turn.kind === 'continue') return prompt;
  return `${prompt}\n\n---\n\n**MESSAGE**:\n\n${turn.body}`;
}

import type { Agent, LaunchInput, LaunchPlan } from '../domain/agent/agent.ts';
import type { AgentFact } from '../domain/agent/fact.ts';
import { environmentFor, personaFile } from './environment.ts';

/** Any program as an agent: the prompt on its stdin, its output as it comes, its exit as the turn's end. */
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
    keepsScreen: session.mode === 'interactive',
    files: {
      'prompt.md': renderPrompt(spec.personaText, turn.body),
      'persona.md': personaFile(spec.personaText),
    },
  };
}

/** The prompt for a CLI without a system prompt. Without a persona it is the task, byte for byte. */
export const renderPrompt = (personaText: string, task: string): string =>
  personaText === '' ? task : `${personaText.trimEnd()}\n\n---\n\n**TASK DELEGATION**:\n\n${task}`;

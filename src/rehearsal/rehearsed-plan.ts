import type { Step } from './step.ts';

const NAME = /"name: ([a-z][a-z0-9_-]*)"/;
const HAND_IN: Step = { do: 'run', command: 'swarm plan submit plan.yaml' };

/** What a rehearsed architect hands in: one task and its verifier. A later turn hands the same in again. */
export function rehearsePlan(prompt: string): readonly Step[] {
  const name = NAME.exec(prompt)?.[1];
  return name === undefined ? [HAND_IN] : [{ do: 'write', path: 'plan.yaml', text: planOf(name) }, HAND_IN];
}

const planOf = (name: string): string => `name: ${name}
goal: A plan that an architect rehearsed.
escalation: [workflow_architect, user]
agents:
  writer_agent: { persona: developer }
  notes_verifier: { persona: verifier }
tasks:
  - task_id: write_notes_1727539200
    role: writer_agent
    instructions: |
      Write agents/writer_agent/task_output/notes.md with three lines: what the goal is, which file
      of the repository matters most for it, and one question that only a person can answer.
    outputs:
      - { path: agents/writer_agent/task_output/notes.md, format: Markdown }
    success_criteria:
      - text: The notes have three lines
        file: agents/writer_agent/task_output/notes.md
    verifier: notes_verifier
`;

import type { Session } from '../session/session.ts';
import type { SessionSpec } from '../session/spec.ts';
import type { Turn } from '../turn/turn.ts';
import type { AgentFact } from './fact.ts';

/** Where things of one attempt lie, and the programs that it may need. All paths are absolute. */
export type AttemptPlaces = Readonly<{
  project: string;
  /** Where the agent works: its workspace, or the project's root. */
  workDir: string;
  sessionDir: string;
  attemptDir: string;
  /** Folder that holds the `swarm` command for the agent's PATH. */
  binDir: string;
  /** The built-in rehearsal program. */
  rehearsalProgram: string;
  /** The person's home, for CLIs that keep their conversations there. */
  home: string;
}>;

export type LaunchInput = Readonly<{
  session: Session;
  spec: SessionSpec;
  /** The turn that this attempt is opened for. */
  turn: Turn;
  attempt: number;
  conversationId: string;
  /** Go on with the conversation; otherwise begin it. */
  resume: boolean;
  places: AttemptPlaces;
}>;

/** Everything needed to start the process of one attempt. */
export type LaunchPlan = Readonly<{
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  workDir: string;
  /**
   * `turns`: lines arrive while it runs. `prompt`: the prompt file, then end of input. `terminal`: the pane
   * itself.
   */
  input: 'turns' | 'prompt' | 'terminal';
  /** Files put into the attempt's folder before the start, by name. `prompt.md` is always among them. */
  files: Readonly<Record<string, string>>;
}>;

/** One agent CLI: how to start it, prompt it, and read its record. Pure; the runtime acts on what it says. */
export interface Agent {
  readonly name: string;
  readonly can: Readonly<{
    /** One process serves many turns, fed through stdin. */
    manyTurns: boolean;
    interactive: boolean;
    resume: boolean;
    tellsCost: boolean;
    /** Its stdout is a record of events; otherwise it is plain text and the exit is the end of the turn. */
    tellsEvents: boolean;
  }>;
  plan(input: LaunchInput): LaunchPlan;
  /**
   * One line of stdin that hands over a turn, with its line feed. Only where one process serves many turns.
   */
  renderTurn(turn: Turn): string;
  /** What one line of its stdout means. Never throws. */
  parseLine(line: string): readonly AgentFact[];
  /** The file that exists when the conversation can be resumed; null when there is no way to know. */
  transcriptFile(input: Pick<LaunchInput, 'conversationId' | 'places' | 'spec'>): string | null;
}

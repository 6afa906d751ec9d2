import type { Verdict } from '../../message/message-type.ts';
import type { Workflow } from '../../workflow/workflow.ts';
import type { RunOrder } from '../program.ts';
import type { Pending, WorkflowState } from '../workflow/state.ts';

export const ARCHITECT = 'workflow_architect';
export const VERIFIER = 'design_verifier';
/** Sub-designers, whom the architect of a large plan asks. */
export const HELPERS = [
  'instruction_writer',
  'file_structure_designer',
  'validation_checkpoint_designer',
] as const;

export type DesignPhase = 'designing' | 'verifying' | 'approving';

/** Who is waited for in each phase, and what is behind it. None: a person. */
export const PHASES: Readonly<
  Record<DesignPhase, Readonly<{ stage: string; role: string | null; passed: readonly string[] }>>
> = {
  designing: { stage: 'design', role: ARCHITECT, passed: [] },
  verifying: { stage: 'verification', role: VERIFIER, passed: ['design'] },
  approving: { stage: 'approval', role: null, passed: ['design', 'verification'] },
};

/** A verdict about one version; the message holds its words. */
export type DesignReport = Readonly<{
  round: number;
  version: number;
  messageId: string;
  verdict: Verdict;
}>;

/** `round`: that of the question which a sub-designer works on; null once it has answered. */
export type HelperRequest = Readonly<{ round: number | null; nudges: number }>;

export type DesignProgress = Readonly<{
  phase: DesignPhase;
  /** The round of the turn that the phase waits for. */
  turn: number;
  /** The sound version that is judged; 0 for none. */
  version: number;
  /** Unsound versions in a row. */
  unsound: number;
  /** More of them that a person allowed. */
  extraTries: number;
  /** Why the last version was not enough; told again when the architect ends its turn. */
  told: string;
  /** It was told once that the plan is large. */
  isAdvised: boolean;
  helpers: Readonly<Record<string, HelperRequest>>;
  /** The version as the verifier reads it, and as the person does. */
  drawing: string;
  approval: string;
  rounds: number;
  reports: readonly DesignReport[];
}>;

export type DesignState = WorkflowState & Readonly<{ design: DesignProgress }>;

type DesignPending = Extract<Pending, { about: 'design' }>;
export type DesignQuestion = Omit<DesignPending, 'question'>;

/** What a design is made for. */
export type DesignWish = Readonly<{
  plan: string;
  /** What was talked over, whole. */
  summary: string;
  /** Verdicts until a person is asked. */
  rounds: number;
  /** A design that passed needs no person: the one who started it said so. */
  isUnattended: boolean;
}>;

/** Stages are phases, for those who only look. */
export type DesignDefinition = Workflow & Readonly<{ design: DesignWish }>;

/** A design in the middle of a move: where it is, and what was ordered so far. */
export type DesignMove = Readonly<{
  definition: DesignDefinition;
  state: DesignState;
  orders: readonly RunOrder[];
}>;

export const ordering = (move: DesignMove, ...orders: readonly RunOrder[]): DesignMove => ({
  ...move,
  orders: [...move.orders, ...orders],
});

export const withProgress = (move: DesignMove, change: Partial<DesignProgress>): DesignMove => ({
  ...move,
  state: { ...move.state, design: { ...move.state.design, ...change } },
});

/** The design is in this phase now. */
export function enterPhase(move: DesignMove, phase: DesignPhase): DesignMove {
  const { stage, passed } = PHASES[phase];
  const entered = withProgress(move, { phase });
  return { ...entered, state: { ...entered.state, stage, passed, nudges: 0 } };
}

const role = (name: string, persona: string) => ({
  name,
  persona,
  hasWorkspace: true,
  isOptional: false,
});

/** Personas have the names of their roles. */
export const defineDesign = (design: DesignWish): DesignDefinition => ({
  name: `${design.plan}.design`,
  description: `Design of the plan ${design.plan}`,
  entry: PHASES.designing.stage,
  iterations: null,
  timeoutMs: null,
  failure: 'ask',
  roles: [ARCHITECT, VERIFIER, ...HELPERS].map((name) => role(name, name.replaceAll('_', '-'))),
  stages: Object.values(PHASES).map((phase) => ({
    name: phase.stage,
    role: phase.role ?? '',
    task: '',
    on: [],
  })),
  design,
});

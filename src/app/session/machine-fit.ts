import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Session } from '../../domain/session/session.ts';
import { reasonForCheckout, type WorkspaceNeed } from '../../domain/workspace/isolation.ts';

export type MachineDeps = Readonly<{
  /** Why tmux cannot serve here; null when it can. */
  observeTmux: () => Promise<Refusal | null>;
  /** The commit that a workspace would start from, or why git cannot give one. */
  observeHead: () => Promise<Outcome<string>>;
}>;

/** What the person should know, and the commit that a workspace starts from when one is wanted. */
export type MachineFit = Readonly<{ warnings: readonly string[]; head: string | null; hasTmux: boolean }>;

type Needs = Readonly<{ mode: Session['mode']; workspace: WorkspaceNeed }>;

const NO_TMUX =
  'tmux is missing or too old: the agent runs without a screen, and "swarm attach" cannot show it';

/** Refuses what this machine cannot do: no tmux for a screen, no git for a workspace. */
export async function checkMachine(deps: MachineDeps, needs: Needs): Promise<Outcome<MachineFit>> {
  const screen = await deps.observeTmux();
  if (screen !== null && needs.mode === 'interactive') return refuse(screen);
  const hasTmux = screen === null;
  const warnings = hasTmux ? [] : [NO_TMUX];
  if (needs.workspace === 'none') return accept({ warnings, head: null, hasTmux });
  const head = await deps.observeHead();
  if (head.ok) return accept({ warnings, head: head.value, hasTmux });
  const reason = needs.workspace === 'required' ? null : reasonForCheckout(head.refusal);
  if (reason === null) return head;
  return accept({
    warnings: [...warnings, `It works in your folder, not in a workspace: ${reason}`],
    head: null,
    hasTmux,
  });
}

/** A warning when the folders of all sessions together use more than the limit. */
export const diskWarning = (usedMb: number, limitMb: number): string | null =>
  usedMb <= limitMb
    ? null
    : `Warning: sessions use ${usedMb}MB on disk; "swarm archive" and "swarm clean" make room`;

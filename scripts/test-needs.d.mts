export type Needs = Readonly<{
  tmux: boolean;
  postgres: boolean;
  claude: boolean;
  agents: boolean;
  browser: boolean;
}>;
export type Wanted = Readonly<{ what: string; sizeMb: number; where: string }>;
type Plan = Readonly<{ kind: 'all' | 'part' | 'quick'; runs: readonly string[][]; isLong: boolean }>;

export function needsOf(plan: Plan, testFiles: readonly string[]): Needs;
export function renderWanted(wanted: readonly Wanted[]): string;
export function isAgreed(line: string | undefined): boolean;
export function renderLacking(
  skipped: readonly Readonly<{ lacks: string; title: string }>[],
  missing: Readonly<Record<string, string>>,
): string;

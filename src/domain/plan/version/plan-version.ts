import { accept, type Outcome, refuse } from '../../outcome.ts';

export type VersionState =
  /** Sound, and not judged yet. */
  | 'draft'
  /** The checker found something; it is kept, and never run. */
  | 'unsound'
  /** The design verifier approved it. */
  | 'verified'
  /** A person approved it: this content may be run. */
  | 'approved'
  | 'rejected'
  /** A later version took its place. */
  | 'superseded';
export type VersionEvent = 'verify' | 'approve' | 'reject' | 'supersede';

/** What the checker found, as it was told. */
export type VersionFinding = Readonly<{
  line: number;
  rule: string;
  at: string;
  problem: string;
  advice: string;
}>;

/** One text of a plan that was handed in. Times are epoch milliseconds. */
export type PlanVersion = Readonly<{
  /** `<plan>.v3` */
  id: string;
  plan: string;
  /** From 1, within its plan. */
  number: number;
  text: string;
  contentHash: string;
  /** A person, or `session:<id>`. */
  author: string;
  /** The design that it belongs to. */
  runId: string | null;
  state: VersionState;
  /** Of the row. */
  version: number;
  findings: readonly VersionFinding[];
  /** What was said when it was decided about. */
  words: string | null;
  createdAt: number;
  decidedBy: string | null;
  decidedAt: number | null;
}>;

export type VersionPatch = Partial<Pick<PlanVersion, 'words' | 'decidedBy' | 'decidedAt'>>;
export type VersionStep = Readonly<{ from: PlanVersion; event: VersionEvent; to: PlanVersion }>;

// The whole machine. An absent cell is refused; an empty row is final.
const NEXT: Record<VersionState, Partial<Record<VersionEvent, VersionState>>> = {
  draft: { verify: 'verified', approve: 'approved', reject: 'rejected', supersede: 'superseded' },
  unsound: {},
  verified: { approve: 'approved', reject: 'rejected', supersede: 'superseded' },
  approved: { supersede: 'superseded' },
  rejected: {},
  superseded: {},
};

export const VERSION_STATES = Object.keys(NEXT) as readonly VersionState[];

type NewVersion = Pick<
  PlanVersion,
  'plan' | 'number' | 'text' | 'contentHash' | 'author' | 'runId' | 'findings' | 'createdAt'
>;

export const versionId = (plan: string, number: number): string => `${plan}.v${number}`;

export const openVersion = (fresh: NewVersion): PlanVersion => ({
  ...fresh,
  id: versionId(fresh.plan, fresh.number),
  state: fresh.findings.length === 0 ? 'draft' : 'unsound',
  version: 1,
  words: null,
  decidedBy: null,
  decidedAt: null,
});

/** The number of the next one. */
export const nextNumber = (versions: readonly PlanVersion[]): number =>
  versions.reduce((most, { number }) => Math.max(most, number), 0) + 1;

const DECIDES: ReadonlySet<VersionEvent> = new Set(['approve', 'reject']);

type Deciding = Readonly<{ by: string; at: number; words?: string }>;

/** The only way from one state to the next. */
export function stepVersion(
  from: PlanVersion,
  event: VersionEvent,
  { by, at, words }: Deciding,
): Outcome<VersionStep> {
  const state = NEXT[from.state][event];
  const { plan, number } = from;
  if (!state) return refuse({ code: 'plan-version-decided', plan, number, state: from.state, event });
  const decided: VersionPatch = DECIDES.has(event)
    ? { words: words ?? null, decidedBy: by, decidedAt: at }
    : {};
  return accept({ from, event, to: { ...from, ...decided, state, version: from.version + 1 } });
}

/** What may be run: the approved version with this content. */
export const approvedOf = (versions: readonly PlanVersion[], contentHash: string): PlanVersion | undefined =>
  versions.find((one) => one.state === 'approved' && one.contentHash === contentHash);

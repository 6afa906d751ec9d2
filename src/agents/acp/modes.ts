import type { SessionSpec } from '../../domain/session/spec.ts';

type ModeRow = Readonly<{ means: string; skips: boolean; ids: readonly string[] }>;

/** What a persona may name, and what agents call it; the first that the agent offers is set. */
const BY_NAME: Readonly<Record<string, ModeRow>> = {
  default: { means: 'asks', skips: false, ids: ['default', 'workspace-write', 'build'] },
  plan: { means: 'changes nothing', skips: false, ids: ['plan', 'read-only'] },
  acceptEdits: {
    means: 'changes files in its folder without asking',
    skips: false,
    ids: ['acceptEdits', 'autoEdit', 'workspace-write'],
  },
  bypassPermissions: {
    means: 'does everything without asking',
    skips: true,
    ids: ['bypassPermissions', 'yolo', 'agent-full-access', 'full-access'],
  },
  auto: { means: 'decides by itself what it asks about', skips: true, ids: ['auto', 'agent'] },
  yolo: { means: 'does everything without asking', skips: true, ids: ['yolo'] },
  'agent-full-access': { means: 'does everything, without a sandbox', skips: true, ids: [] },
  'full-access': { means: 'does everything, without a sandbox', skips: true, ids: [] },
  agent: { means: 'lets a model of its own decide', skips: true, ids: [] },
};

export const PERMISSION_MODES: Readonly<Record<string, Readonly<{ means: string; skips: boolean }>>> =
  Object.fromEntries(Object.entries(BY_NAME).map(([name, { means, skips }]) => [name, { means, skips }]));

// By default one adapter of Codex lets a model of its own answer what a person should.
const ANSWERS_ITSELF = 'agent';
const ASKS_A_PERSON = 'workspace-write';

export type ModeChoice = Readonly<{ set: string | null } | { missing: string }>;

type Wish = Pick<SessionSpec, 'writes' | 'permissionMode'>;
type Offer = Readonly<{ modes: readonly string[]; mode: string | null }>;

/** The mode to set for a persona among those that the agent offers; null leaves it as it is. */
export function chooseMode({ writes, permissionMode }: Wish, { modes, mode }: Offer): ModeChoice {
  const offered = (names: readonly string[]) => names.find((name) => modes.includes(name));
  const set = (name: string | undefined) => ({ set: name === undefined || name === mode ? null : name });
  // Without such a mode the person is asked about all that the agent asks about.
  if (!writes) return set(offered(['read-only', 'plan']));
  if (permissionMode === null)
    return set(mode === ANSWERS_ITSELF && modes.includes(ASKS_A_PERSON) ? ASKS_A_PERSON : undefined);
  const found = offered([permissionMode, ...(BY_NAME[permissionMode]?.ids ?? [])]);
  if (found !== undefined) return set(found);
  // In its own mode an agent asks more than in one that is missing, except where that one only reads.
  const isHarmless = permissionMode !== 'plan' && Object.hasOwn(BY_NAME, permissionMode);
  return isHarmless ? { set: null } : { missing: permissionMode };
}

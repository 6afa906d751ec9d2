import type { AskTakeoverDeps } from '../../src/app/participant/ask-takeover.ts';
import type { TakeoverDeps } from '../../src/app/participant/take-over-participant.ts';
import { joinedAs, type Participant } from '../../src/domain/participant/participant.ts';
import { heldReservation, type Reservation } from '../../src/domain/reservation/reservation.ts';
import type { Rescue } from '../../src/domain/workspace/rescue.ts';
import type { FolderActivity } from '../../src/runtime/workspace/work-folders.ts';
import type { Store } from '../../src/store/store.ts';
import type { ParticipantRoundDeps } from '../../src/supervisor/participant/participant-round.ts';
import { aConfig } from './config.ts';

export const MINUTE = 60_000;
/** When participants of samples join. */
export const JOINED_AT = 1_000 * MINUTE;

/** One that joined by hand on this host, from a folder of its own. */
export const aParticipant = (
  baseName: string,
  more: Partial<Parameters<typeof joinedAs>[0]> = {},
): Participant =>
  joinedAs({
    baseName,
    track: null,
    cli: null,
    conversationId: null,
    hostId: 'here',
    anchor: { pid: 1, start: '1', boot: 'b' },
    workDir: `/work/${baseName}`,
    joinedAt: JOINED_AT,
    ...more,
  });

/** `src/**`, reserved alone and for good. */
export const aReservation = (
  holder: string,
  more: Partial<Parameters<typeof heldReservation>[0]> = {},
): Reservation =>
  heldReservation({
    number: 1,
    holder,
    glob: 'src/**',
    isExclusive: true,
    reason: null,
    createdAt: JOINED_AT,
    expiresAt: null,
    ...more,
  });

/** The machine that participants work on. All processes are gone and all folders quiet. */
export class ParticipantWorld {
  at = JOINED_AT;
  readonly alive = new Set<number>();
  activity: FolderActivity = { fileAt: null, gitAt: null, isPartial: false };
  readonly rescued: string[] = [];
  readonly poked: string[] = [];
  onRescue: () => Promise<Rescue | null> = async () => null;
  #ids = 0;

  /** What verbs and rounds about participants need. `who` asks: a participant; null: a person. */
  depsFor(
    store: Store,
    { who = null, by = 'supervisor' }: { who?: string | null; by?: string } = {},
  ): TakeoverDeps & AskTakeoverDeps & ParticipantRoundDeps {
    return {
      store,
      clock: { now: () => this.at },
      ids: { uuid: () => `id-${++this.#ids}`, hash: (text) => [...text].reverse().join('') },
      hostId: 'here',
      by,
      projectRoot: '/project',
      config: aConfig({ reservations: { enforce: 'off' } }),
      observeCaseRule: async () => ({ ignoreCase: false }),
      heldFile: { draw: async () => undefined, ensureGone: async () => undefined },
      poke: async (key) => void this.poked.push(key),
      callers: {
        observe: async () => ({
          hostId: 'here',
          sessionId: null,
          participantId: who,
          lineage: [],
          workDir: '/project',
        }),
        isAlive: async ({ pid }) => this.alive.has(pid),
      },
      workFolders: {
        observeActivity: async () => this.activity,
        ensureRescued: async ({ participantId }) => {
          this.rescued.push(participantId);
          return this.onRescue();
        },
        listConflicts: async () => [],
      },
    };
  }
}

import type { Turn, TurnKind, TurnStep } from '../../src/domain/turn/turn.ts';
import { BROKEN_OFF } from '../../src/supervisor/screen/look-at-screen.ts';
import type { Judge } from './judge.ts';
import type { SeenTurn } from './performer.ts';

// A person broke it off, or sits before it, or the session is over.
const WANTED: ReadonlySet<string> = new Set([
  BROKEN_OFF,
  'a person left its screen',
  'the session ended first',
]);
const GOES_ON: ReadonlySet<TurnKind> = new Set(['continue', 'stretch', 'answer', 'takeover']);
// After the CLI's limit of model turns, the same process goes on.
const IN_PROCESS: ReadonlySet<TurnKind> = new Set(['continue', 'stretch']);

type Evidence = Readonly<{ judge: Judge; seen: readonly SeenTurn[] }>;

/** What was begun and not brought to an end: it is taken up before the next process does anything else. */
export class BegunTurns {
  readonly #brokenOff: Turn[] = [];

  follow({ event, to }: TurnStep, note: string): void {
    if (event === 'interrupt' && !WANTED.has(note)) this.#brokenOff.push(to);
  }

  judge({ judge, seen }: Evidence, turns: readonly Turn[]): void {
    const known = new Map(turns.map((turn) => [turn.id, turn]));
    for (const { id, number, attempt, sessionId } of this.#brokenOff) {
      if (!known.has(id)) continue;
      const isNext = ({ attempt: of, turnId }: SeenTurn): boolean => {
        const { kind, number: later } = known.get(turnId) ?? { kind: 'prompt', number: 0 };
        return of > attempt || (of === attempt && later > number && IN_PROCESS.has(kind));
      };
      const next = seen.find((one) => one.sessionId === sessionId && isNext(one));
      const taken = known.get(next?.turnId ?? '');
      // A person who took it over in between goes on with it by hand.
      const isByHand = turns.some((turn) => turn.kind === 'takeover' && turn.number > number);
      const isTakenUp = taken === undefined || GOES_ON.has(taken.kind) || isByHand;
      const replaced = `turn ${number} of ${sessionId} was broken off, and ${taken?.kind} ${taken?.number}`;
      judge.demand(isTakenUp, `${replaced} took its place`);
    }
  }
}

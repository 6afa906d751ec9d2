import type { TakeoverAnswer } from '../contract/answer/takeover.ts';
import type { Sign, TakeoverReason } from '../domain/participant/takeover.ts';
import { renderDuration } from './duration.ts';
import { renderInstantOrNull } from './time.ts';

/** What came of a takeover, or would. */
export type Takeover = Readonly<{
  participantId: string;
  isTaken: boolean;
  by: string | null;
  rescue: string | null;
  reserved: readonly string[];
  items: readonly string[];
  reasons: readonly TakeoverReason[];
  /** When the evidence was looked at. */
  at: number;
}>;

/** How each sign is told: with its age, and where there is none. */
const SIGNS: Readonly<Record<Sign, Readonly<{ quiet: string; loud: string; none: string }>>> = {
  word: { quiet: 'no word from it for', loud: 'a word from it within', none: '' },
  mail: { quiet: 'no mail from it for', loud: 'a mail from it within', none: 'no mail beside its words' },
  files: {
    quiet: 'no file of its folder changed for',
    loud: 'a file of its folder changed within',
    none: 'no changed file tells of it',
  },
  git: {
    quiet: 'no git activity in its folder for',
    loud: 'git activity in its folder within',
    none: 'no git activity tells of it',
  },
  process: { quiet: 'its process is gone', loud: 'its process may still be alive', none: '' },
  session: { quiet: 'the session has nothing to do', loud: 'the session has something to do', none: '' },
  look: { quiet: '', loud: 'its folder holds too many changed files to look at each', none: '' },
};

export function renderReason({ sign, isQuiet, at }: TakeoverReason, now: number): string {
  const { quiet, loud, none } = SIGNS[sign];
  if (at === null) return sign in TIMELESS ? (isQuiet ? quiet : loud) : none;
  return `${isQuiet ? quiet : loud} ${renderDuration(now - at)}`;
}

const TIMELESS = { process: true, session: true, look: true };

export function renderTakeover(takeover: Takeover): string {
  const { participantId, isTaken, by, rescue, reserved, items, reasons, at } = takeover;
  const told = reasons.map((reason) => `  ${renderReason(reason, at)}\n`).join('');
  const held = [
    ...(reserved.length > 0 ? [`  Reserved files: ${reserved.join(', ')}\n`] : []),
    ...(items.length > 0 ? [`  Claimed items: ${items.join(', ')}\n`] : []),
  ].join('');
  if (!isTaken) {
    const next = `Take it over: swarm take-over ${participantId} --yes\n`;
    return `${participantId} may be taken over:\n${told}${held}${next}`;
  }
  const saved = rescue === null ? '' : `  Its uncommitted work: swarm rescue show ${rescue}\n`;
  return `${participantId} was taken over by ${by}:\n${told}${held}${saved}`;
}

export const takeoverJson = (takeover: Takeover): TakeoverAnswer => ({
  participant: takeover.participantId,
  taken: takeover.isTaken,
  taken_by: takeover.by,
  rescue: takeover.rescue,
  reserved: [...takeover.reserved],
  items: [...takeover.items],
  evidence: takeover.reasons.map((reason) => ({
    sign: reason.sign,
    quiet: reason.isQuiet,
    last_at: renderInstantOrNull(reason.at),
    text: renderReason(reason, takeover.at),
  })),
});

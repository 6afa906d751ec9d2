import type { Refusal } from '../domain/refusal.ts';
import type { Words } from './refusal-text.ts';
import { renderReason } from './takeover-text.ts';
import { renderMinute } from './time.ts';

type ParticipantCode =
  | 'not-joined'
  | 'hook-settings-bad'
  | 'hooks-not-agreed'
  | 'joined-as'
  | 'participant-ended'
  | 'participant-of-another'
  | 'participant-not-found'
  | 'takeover-refused'
  | 'takeover-of-self'
  | 'takeover-of-session'
  | 'git-cannot-merge-trees'
  | 'hooks-elsewhere'
  | 'hook-kept-already'
  | 'glob-bad'
  | 'glob-everything'
  | 'nothing-named'
  | 'reservation-taken'
  | 'reservation-released'
  | 'reservations-many'
  | 'reservation-not-found';

type Writers = { readonly [C in ParticipantCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

const WHO = 'See who is here: swarm participants';
const words = (message: string, hint: string): Words => ({ message, hint });
const ENDED = {
  left: 'left',
  expired: 'was silent for too long and ended',
  'taken-over': 'was taken over',
} as const;

/** The texts of refusals of participants and reservations. */
export const PARTICIPANT_WRITERS: Writers = {
  'not-joined': () => words('You are no participant of this project', 'Join it: swarm join'),
  'hook-settings-bad': ({ file, problem }) =>
    words(
      `${file} ${problem}; nothing was changed`,
      'Mend it, or use the plugin instead: see docs/COORDINATION.md',
    ),
  'hooks-not-agreed': ({ file }) =>
    words(`${file} was not changed`, 'Agree at a terminal, or with --yes; --dry-run only shows the change'),
  'joined-as': ({ participantId }) =>
    words(`You have joined as ${participantId}`, 'Keep that name, or leave first: swarm leave'),
  'participant-ended': ({ participantId, reason, at, by }) =>
    words(
      `${participantId} ${ENDED[reason]}${by === null ? '' : ` by ${by}`} at ${renderMinute(at)}`,
      'What it had reserved and claimed is free; join again: swarm join',
    ),
  'participant-of-another': ({ participantId }) =>
    words(
      `${participantId} is another process, which is at work`,
      'Unset SWARM_PARTICIPANT, then join by yourself: swarm join',
    ),
  'participant-not-found': ({ participantId, near }) =>
    words(`No participant ${participantId}`, near.length > 0 ? `Did you mean: ${near.join(', ')}?` : WHO),
  'takeover-refused': ({ participantId, reasons, at }) => {
    const against = reasons.filter(({ isQuiet }) => !isQuiet).map((reason) => renderReason(reason, at));
    return words(
      `${participantId} is not taken over: ${against.join('; ')}`,
      `It keeps what it holds. Ask it, wait, or work on other files. ${WHO}`,
    );
  },
  'takeover-of-self': ({ participantId }) =>
    words(`${participantId} is you`, 'Give back what you hold: swarm release --all, or leave: swarm leave'),
  'takeover-of-session': ({ sessionId, state }) =>
    words(
      `${sessionId} is a session of Swarm's, which is ${state}; its supervisor speaks for it`,
      `A person may end it, and what it holds is free then: swarm kill ${sessionId}`,
    ),
  'git-cannot-merge-trees': () =>
    words('This git cannot merge without a checkout', 'Install git 2.38 or newer; all else works without'),
  'hooks-elsewhere': ({ folder }) =>
    words(
      `Git looks for hooks in ${folder} (core.hooksPath), which may serve other repositories too`,
      'Nothing was changed there. Unset core.hooksPath for this repository, then try again',
    ),
  'hook-kept-already': ({ file }) =>
    words(
      `${file} is not Swarm's, and another hook is kept beside it as pre-commit.before-swarm`,
      'Nothing was changed. Look at both, keep one as pre-commit, then try again',
    ),
  'glob-bad': ({ glob, problem }) =>
    words(
      `No glob of files: ${glob}: ${problem}`,
      'For example "src/api/**", from the root of the repository on',
    ),
  'glob-everything': ({ glob }) =>
    words(
      `${glob} names every file of the repository`,
      'Name the files that you will change, or say that you mean it: --everything',
    ),
  'reservations-many': ({ held, most }) =>
    words(
      `You hold ${held} reservations, and one participant may hold ${most}; nothing was reserved`,
      'Release what you are done with, or name whole folders: "src/api/**"',
    ),
  'nothing-named': ({ command }) =>
    words(`Nothing to ${command} is named`, `Name the globs, or take all: swarm ${command} --all`),
  'reservation-taken': ({ glob, held, holder, since, until }) => {
    const time = `since ${renderMinute(since)}${until === null ? '' : ` until ${renderMinute(until)}`}`;
    return words(
      `${glob} meets ${held}, which ${holder} has reserved ${time}`,
      `Work on other files, or agree with ${holder}. ${WHO}`,
    );
  },
  'reservation-released': ({ glob, holder }) =>
    words(`${glob} was released already by ${holder}`, 'See what is reserved: swarm reservations'),
  'reservation-not-found': ({ glob, own }) =>
    words(
      `You have not reserved ${glob}`,
      own.length === 0 ? 'You have reserved nothing' : `You have reserved: ${own.join(', ')}`,
    ),
};

/** What the tag of a subject says about its sender. */
export type MailMeaning = 'alive' | 'started' | 'ended' | 'track-completed';

const MEANINGS: Readonly<Record<string, MailMeaning>> = {
  HEARTBEAT: 'alive',
  'TRACK START': 'alive',
  'TRACK STARTED': 'alive',
  'SESSION START': 'started',
  'SESSION STARTED': 'started',
  'SESSION END': 'ended',
  'SESSION ENDED': 'ended',
  'TRACK COMPLETE': 'track-completed',
  'TRACK COMPLETED': 'track-completed',
};
const TAGGED = /^\s*\[([^\]]{1,40})\](.*)$/s;

export type MailSubject = Readonly<{ meaning: MailMeaning | null; rest: string }>;

/** A subject such as `[HEARTBEAT] cc-v2`; one without a tag of ours still says that its sender is there. */
export function parseSubject(subject: string): MailSubject {
  const [, tag = '', rest = ''] = TAGGED.exec(subject) ?? [];
  const words = tag
    .trim()
    .toUpperCase()
    .replaceAll(/[\s_-]+/g, ' ');
  const meaning = Object.hasOwn(MEANINGS, words) ? (MEANINGS[words] ?? null) : null;
  return { meaning, rest: meaning === null ? '' : rest.trim() };
}

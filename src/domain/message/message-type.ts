export const MESSAGE_TYPES = [
  'task',
  'finding',
  'review',
  'artifact',
  'question',
  'status',
  'result',
  'error',
] as const;
/** What a message between the roles of a run is about. */
export type MessageType = (typeof MESSAGE_TYPES)[number];

export const VERDICTS = ['approved', 'changes', 'blocked'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** One thing that a review found; `about` is the id or the title of what it is about. */
export type ReviewFinding = Readonly<{ about: string; text: string }>;

/** What a message between the roles of a run is about. */
export type MessageType =
  | 'task'
  | 'finding'
  | 'review'
  | 'artifact'
  | 'question'
  | 'status'
  | 'result'
  | 'error';

export const MESSAGE_TYPES = [
  'task',
  'finding',
  'review',
  'artifact',
  'question',
  'status',
  'result',
  'error',
] as const satisfies readonly MessageType[];

export type Verdict = 'approved' | 'changes' | 'blocked';

export const VERDICTS = ['approved', 'changes', 'blocked'] as const satisfies readonly Verdict[];

/** One thing that a review found; `about` is the id or the title of what it is about. */
export type ReviewFinding = Readonly<{ about: string; text: string }>;

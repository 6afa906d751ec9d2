/** Ids of our requests. They follow from what is asked, so that another supervisor knows the answers. */
export const INITIALIZE = 'initialize';
export const SESSION = 'session';
export const MODE = 'mode';
export const MODEL = 'model';

const PROMPT = 'prompt-';

export const promptId = (turnId: string): string => `${PROMPT}${turnId}`;

/** The turn that an answer ends; null for an answer to something else. */
export const turnOf = (id: unknown): string | null =>
  typeof id === 'string' && id.startsWith(PROMPT) ? id.slice(PROMPT.length) : null;

/** What one session may add only so often: an agent that goes in circles must not bury the person. */
export type Quota = 'children' | 'items' | 'messages' | 'questions' | 'notes';

type QuotaWords = Readonly<{ key: string; added: string; instead: string }>;

/** The setting that limits it, what was added, and what an agent can do instead. */
export const QUOTA_WORDS: Readonly<Record<Quota, QuotaWords>> = {
  children: {
    key: 'limits.childrenPerSession',
    added: 'sessions were started',
    instead: 'Do the rest yourself, or say in your result what is left',
  },
  items: {
    key: 'limits.itemsPerSession',
    added: 'work items were added',
    instead: 'Write what is left into your result, as one list',
  },
  messages: {
    key: 'limits.messagesPerSession',
    added: 'messages were sent',
    instead: 'Go on without, or say the rest in your result',
  },
  questions: {
    key: 'limits.questionsPerSession',
    added: 'questions were asked',
    instead: 'Decide by yourself and say so in your result, or interrupt yourself once: swarm interrupt "…"',
  },
  notes: {
    key: 'limits.notesPerSession',
    added: 'notes were written',
    instead: 'Settle those that are open, and say the rest in your result',
  },
};

/** For the journal, and for the status of the session. */
export function quotaSpentText(quota: Quota, limit: number, isOfPersona = false): string {
  const { added, key } = QUOTA_WORDS[quota];
  const by = isOfPersona ? 'may_create of its persona, or a setting that it began with' : key;
  return `${limit} ${added}, as many as one session may; more are refused (${by})`;
}

export const QUOTA_SPENT = 'quota-spent';

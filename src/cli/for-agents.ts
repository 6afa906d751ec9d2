/**
 * What an agent may ask for from inside its session: its own side, looks, and sessions of its own where the
 * limits allow any. All else is a person's, because nothing that an agent says counts as consent.
 */
export const FOR_AGENTS: ReadonlySet<string> = new Set([
  'send',
  'ask',
  'done',
  'result',
  'inbox',
  'create',
  'list',
  'status',
  'logs',
  'wait',
  'questions',
  'questions show',
  'completion',
]);

/** Answers that questions of several kinds offer, in the same words. */
export const GO_ON = 'go on';
export const GIVE_UP = 'give up';
export const STOP = 'stop';
/** To run a failed check once more, and to give up one item of a loop. */
export const RETRY = 'retry';
export const SKIP = 'skip';
export const LOOK_AGAIN = 'look again';

/** Whether these words give up what asked. They are an order, and never a text for an agent. */
export const isGivingUp = (answer: string): boolean => [STOP, SKIP].includes(answer.trim().toLowerCase());

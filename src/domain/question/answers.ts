/** Answers that questions of several kinds offer, in the same words. */
export const GO_ON = 'go on';
export const GIVE_UP = 'give up';
export const STOP = 'stop';
export const LOOK_AGAIN = 'look again';

/** The key that wakes the round of all participants. No session can have this id. */
export const PARTICIPANTS_KEY = ':participants';

/** By this name a session holds the work that it was begun for; the agent inside it speaks by it too. */
export const claimHolderOf = (sessionId: string): string => `session:${sessionId}`;

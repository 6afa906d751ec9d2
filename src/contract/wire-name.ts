/** How a key is spelt outside of this program: `sessionId` is `session_id`. */
export const wireName = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

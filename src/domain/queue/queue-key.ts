/** What the supervisor is poked with about the queue. No session can have this id. */
export const QUEUE_KEY = ':queue';

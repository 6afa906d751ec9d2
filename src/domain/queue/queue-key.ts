/** The key that pokes the supervisor about the queue. No session can have this id. */
export const QUEUE_KEY = ':queue';

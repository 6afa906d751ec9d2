/** The port for the files that show the work queue. */
export interface QueueDrawings {
  /** `queue.json`, whole and atomically. */
  drawQueue(text: string): Promise<void>;
  /** `work/<id>.json`. */
  drawWork(workId: string, text: string): Promise<void>;
}

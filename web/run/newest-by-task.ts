/** The last of each task in a list that has the oldest first; what is of no task counts as one. */
export function newestByTask<T extends Readonly<{ task_id: string | null }>>(
  all: readonly T[],
): readonly T[] {
  return [...new Map(all.map((one) => [one.task_id, one])).values()];
}

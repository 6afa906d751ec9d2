// Ids become parts of branches and of file names.
const TASK_ID = /^[a-z][a-z0-9_]{0,62}_\d{9,11}$/;
const SLUG_LETTERS = 40;
const MS = 1000;

/** `{slug}_{unix_epoch_timestamp}`, as `create_user_table_1727539200`. */
export const isTaskId = (text: string): boolean => TASK_ID.test(text);

/** Small letters, digits and "_"; "task" where nothing is left. */
export function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '_');
  const slug = words
    .replace(/^[_0-9]+/, '')
    .slice(0, SLUG_LETTERS)
    .replace(/_+$/, '');
  return slug === '' ? 'task' : slug;
}

/** The id without its time, for people. */
export const slugOfId = (id: string): string => id.replace(/_\d+$/, '');

export const makeTaskId = (title: string, at: number): string => `${slugOf(title)}_${Math.floor(at / MS)}`;

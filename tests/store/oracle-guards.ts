import type { CommitResult, DuplicateOf } from '../../src/store/commit-result.ts';

/** Thrown inside a commit; the catcher forgets the copy that was being changed. */
export class Refused extends Error {
  readonly result: CommitResult;

  constructor(result: CommitResult) {
    super('refused');
    this.result = result;
  }
}

export const isSame =
  <T>(one: T, ...fields: (keyof T)[]) =>
  (other: T): boolean =>
    fields.every((field) => one[field] === other[field]);

export function refuseIf<T>(rows: readonly T[], of: DuplicateOf, clashes: (row: T) => boolean): void {
  if (rows.some(clashes)) throw new Refused({ saved: false, why: 'duplicate', of });
}

export function replace<T>(rows: T[], is: (row: T) => boolean, next: (row: T) => T): void {
  const index = rows.findIndex(is);
  const row = rows[index];
  if (row === undefined) stale();
  else rows[index] = next(row);
}

export function stale(): never {
  throw new Refused({ saved: false, why: 'stale' });
}

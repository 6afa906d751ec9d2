import { type ChangeKey, type ChangeLine, keysOf } from './change-keys.ts';

/** What changed after a cursor, each thing once; `reset` when that was too long ago to tell. */
export type Changes =
  | Readonly<{ is: 'none' | 'reset'; cursor: number }>
  | Readonly<{ is: 'some'; cursor: number; keys: readonly ChangeKey[] }>;

/** The newest changes, shared by all viewers. Bounded: one that falls behind its beginning starts anew. */
export class ChangeLog {
  readonly #most: number;
  #lines: readonly ChangeLine[] = [];
  /** All lines after this number are here. */
  #from = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get cursor(): number {
    return this.#lines.at(-1)?.seq ?? this.#from;
  }

  /** Begins at the end of the journal, with its last lines. */
  begin(lines: readonly ChangeLine[]): void {
    this.#lines = [];
    this.#from = (lines[0]?.seq ?? 1) - 1;
    this.add(lines);
  }

  add(lines: readonly ChangeLine[]): void {
    const all = [...this.#lines, ...lines];
    const dropped = all.slice(0, Math.max(0, all.length - this.#most)).at(-1);
    this.#from = dropped?.seq ?? this.#from;
    this.#lines = all.slice(-this.#most);
  }

  /** A cursor of a store that is gone may be ahead of this one. */
  since(cursor: number): Changes {
    const now = this.cursor;
    if (cursor < this.#from || cursor > now) return { is: 'reset', cursor: now };
    const fresh = this.#lines.filter(({ seq }) => seq > cursor);
    return fresh.length === 0
      ? { is: 'none', cursor }
      : { is: 'some', cursor: now, keys: distinct(fresh.flatMap(keysOf)) };
  }
}

const distinct = (keys: readonly ChangeKey[]): readonly ChangeKey[] => [
  ...new Map(keys.map((key) => [`${key.kind} ${key.id ?? ''}`, key])).values(),
];

import { statSync } from 'node:fs';
import { parseJson } from '../../contract/json.ts';
import { elementName, OUTBOX_MOST_BYTES } from '../../contract/outbox.ts';
import { contentHash } from './content-hash.ts';
import type { OutboxPost } from './outboxes.ts';
import { type PlainFile, readPlain, stampOf } from './read-plain.ts';

/** Where messages of one author lie. */
export type OutboxPlace = Readonly<{
  /** What the keys of its messages begin with. */
  base: string;
  /** One file for each message. */
  folder: string;
  /** One file for all of them, which grows. */
  list: string;
  attempt: number | null;
  role: string | null;
}>;

/** Two changes within one tick of the kernel's clock leave the same timestamp. */
export const STAMP_TRUSTED_AFTER_MS = 50;

/**
 * Reads lists of messages, which stay in place and grow. The set of finished ones is a cache: rows know them
 * too.
 */
export class OutboxLists {
  readonly #finished = new Set<string>();
  readonly #done = new Map<string, string>();

  read(place: OutboxPlace, now: number): readonly OutboxPost[] {
    const seen = statSync(place.list, { bigint: true, throwIfNoEntry: false });
    if (!seen || this.#done.get(place.list) === stampOf(seen)) return [];
    const file = readPlain(place.list, OUTBOX_MOST_BYTES);
    if (file === null) return [];
    const posts = postsOf(place, file).filter(({ key }) => !this.#finished.has(key));
    const isTrusted = now - file.changedAt > STAMP_TRUSTED_AFTER_MS;
    if (posts.length === 0 && isTrusted) this.#done.set(place.list, file.stamp);
    return posts;
  }

  finish({ key }: OutboxPost): void {
    this.#finished.add(key);
  }
}

function postsOf(place: OutboxPlace, file: PlainFile): readonly OutboxPost[] {
  const { folder, attempt, role } = place;
  const { bytes, changedAt } = file;
  const base = `${place.base}/outbox.json`;
  const common = { attempt, role, changedAt, folder, file: { is: 'element' } as const };
  const parsed = file.text === null ? null : parseJson(file.text);
  if (!parsed?.ok) {
    const mark = file.text === null ? file.stamp : contentHash(file.text);
    return [
      { ...common, key: `${base}!${mark}`, onceKey: null, name: 'outbox.json', text: file.text, bytes },
    ];
  }
  const elements: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return elements.map((element, place) => {
    const text = JSON.stringify(element);
    const name = elementName(element, place);
    const onceKey = `${base}/${name}`;
    return { ...common, key: `${onceKey}/${contentHash(text)}`, onceKey, name, text, bytes: text.length };
  });
}

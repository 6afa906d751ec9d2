import { parseJson } from '../../contract/json.ts';
import { elementName, OUTBOX_MOST_BYTES } from '../../contract/outbox.ts';
import type { AgentFiles } from '../agent-files/agent-files.ts';
import type { PlainFile } from '../agent-files/read-plain.ts';
import { contentHash } from './content-hash.ts';
import type { OutboxPost } from './outboxes.ts';

/** Where messages of one author lie. */
export type OutboxLocation = Readonly<{
  files: AgentFiles;
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

  read(location: OutboxLocation, now: number): readonly OutboxPost[] {
    const seen = location.files.stamp(location.list);
    if (!seen || this.#done.get(location.list) === seen.stamp) return [];
    const file = location.files.read(location.list, OUTBOX_MOST_BYTES);
    if (file === null) return [];
    const posts = postsOf(location, file).filter(({ key }) => !this.#finished.has(key));
    const isTrusted = now - file.changedAt > STAMP_TRUSTED_AFTER_MS;
    if (posts.length === 0 && isTrusted) this.#done.set(location.list, file.stamp);
    return posts;
  }

  finish({ key }: OutboxPost): void {
    this.#finished.add(key);
  }
}

function postsOf(location: OutboxLocation, file: PlainFile): readonly OutboxPost[] {
  const { folder, attempt, role } = location;
  const { bytes, changedAt } = file;
  const base = `${location.base}/outbox.json`;
  const common = { attempt, role, changedAt, folder, file: { is: 'element' } as const };
  const parsed = file.text === null ? null : parseJson(file.text);
  if (!parsed?.ok) {
    const mark = file.text === null ? file.stamp : contentHash(file.text);
    return [
      { ...common, key: `${base}!${mark}`, onceKey: null, name: 'outbox.json', text: file.text, bytes },
    ];
  }
  const elements: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return elements.map((element, location) => {
    const text = JSON.stringify(element);
    const name = elementName(element, location);
    const onceKey = `${base}/${name}`;
    return { ...common, key: `${onceKey}/${contentHash(text)}`, onceKey, name, text, bytes: text.length };
  });
}

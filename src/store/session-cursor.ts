import { Fault } from '../domain/fault.ts';

/** Where a page of sessions ended. Opaque to its reader, who gives it back as it is. */
export type Cursor = Readonly<{ createdAt: number; id: string }>;

export const renderCursor = ({ createdAt, id }: Cursor): string => `${createdAt}:${id}`;

export function parseCursor(text: string): Cursor {
  const [, createdAt, id] = /^(\d+):(.+)$/s.exec(text) ?? [];
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id };
  throw new Fault('cursor-unknown', `"${text}" does not mark the end of a page of sessions`, {
    hint: 'Use the `next` of the page before, as it was given.',
  });
}

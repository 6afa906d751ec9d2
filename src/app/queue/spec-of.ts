import { parseMoment } from '../../contract/moment.ts';
import type { WorkFields } from '../../contract/queue.ts';
import type { WorkSpec } from '../../domain/queue/work-item.ts';

/** Settles what was said in words: times from now on become times. */
export function specOf(fields: WorkFields, now: number): WorkSpec {
  const at = (text: string | null): number | null =>
    text === null ? null : (parseMoment(text, now, 'local') ?? null);
  return {
    title: fields.title.trim(),
    body: fields.body,
    priority: fields.priority,
    rig: fields.rig,
    actor: fields.actor,
    labels: [...new Set(fields.labels)],
    needs: [...new Set(fields.needs)],
    retries: fields.retries,
    notBefore: at(fields.notBefore),
    deadline: at(fields.deadline),
    gate: fields.gate,
    template: fields.template,
  };
}

/** The same work gives the same text, however often it is added. */
export const contentOf = (spec: WorkSpec): string => JSON.stringify(spec, Object.keys(spec).sort());

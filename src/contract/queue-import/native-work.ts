import { given, isObject, type Translate, textOrNull } from './parsed-list.ts';

const DONE = ['done', 'closed', 'completed'];

/** Swarm's own form, as `swarm queue export` writes it. What it does not know is left alone. */
export const fromNative: Translate = (value) => {
  const needs = value.needs ?? value.dependencies ?? value.depends_on;
  return {
    id: textOrNull(value.id),
    isDone: DONE.includes(String(value.status ?? value.state ?? '').toLowerCase()),
    fields: given({
      title: value.title ?? textOrNull(value.id),
      body: value.body ?? value.description,
      priority: value.priority,
      rig: value.rig,
      actor: value.actor,
      labels: value.labels,
      needs: Array.isArray(needs) ? needs.map(idOf) : needs,
      retries: value.retries,
      notBefore: value.not_before ?? value.notBefore,
      deadline: value.deadline,
      gate: value.gate,
      template: value.template,
    }),
  };
};

const idOf = (need: unknown): unknown => (isObject(need) ? need.id : need);

import { given, isObject, type Translate, textOrNull } from './parsed-list.ts';

/** Kinds of dependencies that keep an issue from being ready; the others only tell where it came from. */
const BLOCKING = ['blocks', 'conditional-blocks', 'waits-for'];
const DONE = ['closed'];
const REMOVED = ['tombstone'];
const SECTIONS = [
  ['design', 'Design'],
  ['acceptance_criteria', 'Acceptance criteria'],
  ['notes', 'Notes'],
] as const;

/** An issue as beads (`bd`) keeps it in its JSONL, or tells it with `--json`. */
export const fromBeads: Translate = (value) => {
  const status = String(value.status ?? '').toLowerCase();
  if (REMOVED.includes(status)) return null;
  return {
    id: textOrNull(value.id),
    isDone: DONE.includes(status),
    fields: given({
      title: value.title,
      body: bodyOf(value),
      priority: value.priority,
      actor: value.assignee === '' ? null : value.assignee,
      labels: labelsOf(value),
      needs: needsOf(value),
      notBefore: value.defer_until,
      deadline: value.due_at,
    }),
  };
};

function bodyOf(value: Readonly<Record<string, unknown>>): string {
  const sections = SECTIONS.flatMap(([key, title]) => {
    const text = textOrNull(value[key]);
    return text === null || text === '' ? [] : [`## ${title}\n\n${text}`];
  });
  return [textOrNull(value.description) ?? '', ...sections].filter((part) => part !== '').join('\n\n');
}

function labelsOf({ labels, issue_type }: Readonly<Record<string, unknown>>): unknown {
  const type = textOrNull(issue_type);
  const own = Array.isArray(labels) ? labels : [];
  return type === null || type === '' ? own : [...own, `type:${type}`];
}

function needsOf({ dependencies }: Readonly<Record<string, unknown>>): unknown {
  if (!Array.isArray(dependencies)) return undefined;
  return dependencies
    .filter(isObject)
    .filter((one) => BLOCKING.includes(String(one.type ?? one.dep_type ?? one.dependency_type ?? 'blocks')))
    .map((one) => one.depends_on_id ?? one.id);
}

export const isBeads = (value: unknown): boolean =>
  isObject(value) && ('issue_type' in value || hasBeadsDependency(value.dependencies));

const hasBeadsDependency = (list: unknown): boolean =>
  Array.isArray(list) && list.some((one) => isObject(one) && 'depends_on_id' in one);

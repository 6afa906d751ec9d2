import { given, isObject, type Translate, textOrNull } from './parsed-list.ts';

const WORDS: Readonly<Record<string, number>> = {
  critical: 0,
  urgent: 0,
  high: 1,
  medium: 2,
  normal: 2,
  low: 3,
};

/** An issue as `gh issue list --json number,title,body,labels,state,assignees` writes it. */
export const fromGithub: Translate = (value) => {
  const number = textOrNull(value.number);
  const labels = namesOf(value.labels, 'name');
  return {
    id: number === null ? null : `gh-${number}`,
    isDone: String(value.state ?? '').toUpperCase() === 'CLOSED',
    fields: given({
      title: value.title,
      body: value.body,
      labels,
      priority: labels.map(priorityOf).find((priority) => priority !== undefined),
      actor: namesOf(value.assignees, 'login')[0],
    }),
  };
};

const namesOf = (list: unknown, key: string): readonly string[] =>
  Array.isArray(list)
    ? list
        .map((one) => (isObject(one) ? textOrNull(one[key]) : textOrNull(one)))
        .filter((name) => name !== null)
    : [];

/** "P1", "priority: high", "priority/low" */
function priorityOf(label: string): number | undefined {
  const [, digit, word] = /^(?:p(?:riority)?[\s:/-]*([0-4])|priority[\s:/-]*([a-z]+))$/i.exec(label) ?? [];
  return digit === undefined ? WORDS[word?.toLowerCase() ?? ''] : Number(digit);
}

export const isGithub = (value: unknown): boolean =>
  isObject(value) && 'number' in value && 'title' in value && !('id' in value && 'priority' in value);

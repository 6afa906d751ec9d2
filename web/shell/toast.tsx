import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Problem, Reply } from '../api/ask.ts';

type Toast = Readonly<{ number: number; text: string; isProblem: boolean }>;

const SHOWN_MS = 6_000;
const PROBLEM_SHOWN_MS = 20_000;
const MOST_SHOWN = 4;

const toasts = signal<readonly Toast[]>([]);
let last = 0;

export function say(text: string, isProblem = false): void {
  last += 1;
  const number = last;
  toasts.value = [...toasts.value, { number, text, isProblem }].slice(-MOST_SHOWN);
  setTimeout(() => drop(number), isProblem ? PROBLEM_SHOWN_MS : SHOWN_MS);
}

const drop = (number: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.number !== number);
};

export const sayProblem = ({ message }: Problem): void => say(message, true);

/** Says how something that the person asked for went. Gives its answer, or null. */
export async function told<T>(work: Promise<Reply<T>>, words?: string): Promise<T | null> {
  const reply = await work;
  if (!reply.ok) {
    sayProblem(reply.problem);
    return null;
  }
  if (words !== undefined) say(words);
  return reply.value;
}

export const Toasts = (): JSX.Element => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ number, text, isProblem }) => (
      <button
        type="button"
        key={number}
        class={isProblem ? 'toast problem' : 'toast'}
        onClick={() => drop(number)}
      >
        {text}
      </button>
    ))}
  </div>
);

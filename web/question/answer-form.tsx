import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

type Props = Readonly<{
  options: readonly string[];
  isBusy: boolean;
  answer: (words: string) => Promise<void>;
}>;

/** Options as buttons, and a line for any other words. */
export function AnswerForm({ options, isBusy, answer }: Props): JSX.Element {
  const words = useSignal('');
  const send = (event: Event): void => {
    event.preventDefault();
    if (words.value.trim() !== '') void answer(words.value);
  };
  return (
    <form class="answer" onSubmit={send}>
      {options.map((option) => (
        <button type="button" key={option} disabled={isBusy} onClick={() => void answer(option)}>
          {option}
        </button>
      ))}
      <input
        type="text"
        aria-label="Answer in your own words"
        placeholder={options.length > 0 ? 'or in your own words' : 'Your answer'}
        value={words.value}
        disabled={isBusy}
        onInput={(event) => {
          words.value = event.currentTarget.value;
        }}
      />
      <button type="submit" disabled={isBusy || words.value.trim() === ''}>
        Send
      </button>
    </form>
  );
}

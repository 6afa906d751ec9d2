import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { answersOf, type Chosen, choose, type Part } from './part-answers.ts';

type Props = Readonly<{
  parts: readonly Part[];
  isBusy: boolean;
  answer: (words: string[]) => Promise<void>;
}>;

/** Several things that an agent asks for at once; one answer may settle some of them. */
export function PartsForm({ parts, isBusy, answer }: Props): JSX.Element {
  const chosen = useSignal<Chosen>({});
  const open = parts.filter((part) => part.answer === null);
  const given = answersOf(parts, chosen.value);
  const send = (event: Event): void => {
    event.preventDefault();
    void answer(given);
  };
  return (
    <form class="parts" onSubmit={send}>
      {open.map((part) => (
        <PartField
          key={part.question}
          part={part}
          words={chosen.value[part.question] ?? []}
          pick={(label) => {
            chosen.value = choose(chosen.value, part, label);
          }}
          type={(text) => {
            chosen.value = { ...chosen.value, [part.question]: [text] };
          }}
        />
      ))}
      <button type="submit" class="primary" disabled={isBusy || given.length === 0}>
        Send
      </button>
    </form>
  );
}

type FieldProps = Readonly<{
  part: Part;
  words: readonly string[];
  pick: (label: string) => void;
  type: (text: string) => void;
}>;

const PartField = ({ part, words, pick, type }: FieldProps): JSX.Element => (
  <fieldset>
    <legend>{part.question}</legend>
    {part.options.map(({ label, description }) => (
      <button
        type="button"
        key={label}
        class="choice"
        aria-pressed={words.includes(label)}
        onClick={() => pick(label)}
      >
        <span>{label}</span>
        {description !== '' && <span class="hint">{description}</span>}
      </button>
    ))}
    <input
      type="text"
      aria-label={`${part.question}: in your own words`}
      placeholder="or in your own words"
      onInput={(event) => type(event.currentTarget.value)}
    />
  </fieldset>
);

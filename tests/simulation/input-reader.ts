import type { Folder } from './folder.ts';

/**
 * What a `tail -f` hands on: whole lines, until the input is ended. Answers are read at once, turns one by
 * one.
 */
export class InputReader {
  readonly #folder: Folder;
  readonly #turns: string[] = [];
  readonly #answers = new Map<string, string>();
  #at = 0;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  #read(): void {
    if (this.#folder.isInputEnded) return;
    for (;;) {
      const end = this.#folder.stdin.indexOf('\n', this.#at);
      if (end < 0) return;
      const event = JSON.parse(this.#folder.stdin.slice(this.#at, end)) as InputEvent;
      this.#at = end + 1;
      if (event.type === 'user') this.#turns.push(event.uuid);
      else this.#answers.set(event.response.request_id, told(event.response.response));
    }
  }

  hasTurn(): boolean {
    this.#read();
    return this.#turns.length > 0;
  }

  /** The id of the next turn. */
  readTurn(): string {
    return this.#turns.shift() ?? '';
  }

  answerTo(requestId: string): string | undefined {
    this.#read();
    return this.#answers.get(requestId);
  }
}

type Decision = { behavior: string; updatedInput?: { answers?: Readonly<Record<string, string>> } };
type InputEvent =
  | { type: 'user'; uuid: string }
  | { type: 'control_response'; response: { request_id: string; response: Decision } };

/** Answers to questions, as the row keeps them; of a permission, the decision. */
const told = ({ behavior, updatedInput }: Decision): string =>
  updatedInput?.answers
    ? Object.entries(updatedInput.answers)
        .map((part) => part.join('='))
        .join('\n')
    : behavior;

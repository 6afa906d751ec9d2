/** Words in the input box, and whose they are: a turn's, by its id, or a person's. */
export type Piece = Readonly<{ text: string; by: string; isTold?: boolean }>;

export const PERSON = 'person';

/** A permission dialog, and the hook that waits beside it for the same answer. */
export type Dialog = {
  readonly id: string;
  answer: 'allow' | 'deny' | null;
  /** Answered by the hook, or by a person at the screen. */
  isByHook: boolean;
  /** It is closed, by the hook or at the screen. */
  isGone: boolean;
};

/** The screen of one process: what stands there, what is typed, and what was submitted. */
export class Screen {
  /** It has drawn its box. */
  isReady = false;
  isScrolled = false;
  isBusy = false;
  /** A person has pressed Esc. Nothing will tell of it. */
  isEscaped = false;
  /** How often a turn was broken off there. */
  breaks = 0;
  /** A person begins another conversation, without giving it anything to do. */
  isCleared = false;
  /** A person has left it, by its own way out. */
  isLeft = false;
  dialog: Dialog | null = null;
  readonly dialogs: Dialog[] = [];
  /** Named pipes of hooks; one may stay behind when its dialog is gone. */
  readonly pipes = new Map<string, Dialog>();
  box: readonly Piece[] = [];
  /** The id of the prompt at work, or of the last one. */
  promptId = '';
  /** What is still to be written into the transcript. */
  readonly late: (() => void)[] = [];
  /** What was submitted and not read yet. */
  prompts: readonly Piece[] = [];
  /** Tells of a prompt that is queued behind the turn at work; false where the version does not. */
  tellQueued: (text: string) => boolean = () => false;
  /** Turns whose words were submitted here. */
  readonly submitted = new Set<string>();
  #coming: readonly (Piece & { readonly at: number })[] = [];

  /** What was pasted appears at the screen's own pace, and never in a dialog. */
  paint(now: number): void {
    if (!this.isReady || this.dialog) return;
    const landed = this.#coming.filter(({ at }) => at <= now);
    this.#coming = this.#coming.filter(({ at }) => at > now);
    this.box = [...this.box, ...landed];
  }

  paste(piece: Piece, at: number): void {
    this.#coming = [...this.#coming, { ...piece, at }];
  }

  get typed(): string {
    return this.box.map(({ text }) => text).join(' ');
  }

  /** As the agent of this simulation reads it. */
  get text(): string {
    const isBox = this.isReady && this.dialog === null;
    return JSON.stringify(isBox ? { is: 'box', typed: this.typed, isAtWork: this.isBusy } : { is: 'other' });
  }

  openDialog(dialog: Dialog): void {
    this.dialog = dialog;
    this.dialogs.push(dialog);
  }

  closeDialog(): void {
    if (this.dialog) this.dialog.isGone = true;
    this.dialog = null;
  }

  /** The box goes to the agent. */
  submit(): void {
    const [first] = this.box;
    if (!first) return;
    const isTold = this.isBusy && this.tellQueued(this.typed);
    this.prompts = [...this.prompts, { text: this.typed, by: first.by, isTold }];
    this.submitted.add(first.by);
    this.box = [];
  }

  readPrompt(): Piece | undefined {
    const [first, ...others] = this.prompts;
    this.prompts = others;
    return first;
  }

  /** What had not been read yet comes back into the box. */
  interrupt(): void {
    this.breaks += 1;
    this.isEscaped = false;
    this.isBusy = false;
    this.closeDialog();
    this.box = [...this.box, ...this.prompts];
    for (const { by } of this.prompts) this.submitted.delete(by);
    this.prompts = [];
  }
}

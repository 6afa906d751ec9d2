import { type ActorPorts, endsAtOnce, playStep } from './actor.ts';
import { type Block, findBlock } from './block.ts';
import { decidePromptMove, type Entry, type Memory, type PromptMove, remember } from './memory.ts';
import { playPart, topicOf } from './part.ts';
import type { Prompt } from './prompt-queue.ts';
import { parseScript, type Script } from './script.ts';
import type { Shells } from './shells.ts';
import type { Transcript } from './transcript.ts';
import * as wire from './wire.ts';

type Behind = Readonly<{
  speaker: wire.Speaker;
  transcript: Transcript;
  shells: Shells;
  role: string;
  isInRun: boolean;
  budgetUsd: number;
  attemptDir: string | undefined;
  resultFile: string | undefined;
  emit(event: object): void;
  exit(code: number): never;
}>;

// About as many characters as one token stands for; the figures only have to look like something.
const TOKEN_CHARS = 4;

/** Plays turns, one after the other, and keeps the transcript. */
export class Player {
  readonly #behind: Behind;
  #memory: Memory;
  #abort = new AbortController();
  #isPlaying = false;
  #isInTool = false;
  #isSilent = false;
  #messages = 0;
  #saidChars = 0;
  #lastSaid = '';
  #costUsd = 0;
  #results = 0;

  constructor(behind: Behind) {
    this.#behind = behind;
    this.#memory = behind.transcript.memory;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Breaks off the turn that is being played, if there is one. */
  interrupt(): void {
    if (this.#isPlaying) this.#abort.abort();
  }

  /** Plays one turn; false when it ended with an error. */
  async play(prompt: Prompt, queued: number): Promise<boolean> {
    const { speaker, emit } = this.#behind;
    const startedAt = Date.now();
    this.#begin();
    emit(wire.initEvent(speaker));
    const { turnId, text } = prompt;
    const hasBlock = this.#blockIn(text) !== undefined;
    const { isInRun } = this.#behind;
    const move = decidePromptMove(this.#memory, { turnId, text, hasBlock, isInRun });
    const script = await this.#scriptFor(move, text);
    this.#record({ type: 'prompt', turnId, text, script });
    emit(wire.replayEvent(speaker, turnId, prompt.message));

    const ending =
      script !== null && 'problem' in script ? failed(script.problem) : await this.#playOn(move, text);
    this.#isPlaying = false;
    this.#record({ type: 'turn-ended', ok: !ending.isError, text: ending.text });
    emit(
      wire.resultEvent(speaker, ending, {
        messages: this.#messages,
        durationMs: Date.now() - startedAt,
        inputTokens: Math.ceil(text.length / TOKEN_CHARS),
        outputTokens: Math.ceil(this.#saidChars / TOKEN_CHARS),
        costUsd: this.#costUsd,
        resultIndex: this.#results++,
        queued,
      }),
    );
    return !ending.isError;
  }

  #begin(): void {
    this.#abort = new AbortController();
    this.#isPlaying = true;
    this.#messages = 0;
    this.#saidChars = 0;
    this.#lastSaid = '';
  }

  async #scriptFor(move: PromptMove, text: string): Promise<Script | null> {
    const { role, isInRun } = this.#behind;
    if (move === 'play-part') return { steps: playPart({ role, isInRun }, text) };
    const block = move === 'read-script' ? this.#blockIn(text) : undefined;
    return block ? parseScript(block) : null;
  }

  #blockIn(text: string): Block | undefined {
    return findBlock(text, { role: this.#behind.role, nth: (this.#memory?.scripts ?? 0) + 1 });
  }

  async #playOn(move: PromptMove, text: string): Promise<wire.Ending> {
    if (move === 'rest')
      this.#say(`My script is finished, nothing is left to do. I was told: ${topicOf(text)}`);
    if (move === 'keep-waiting') this.#say(`I still wait for an answer. I was told: ${topicOf(text)}`);
    if (move === 'read-answer') this.#readAnswer(text);
    const last = move === 'keep-waiting' ? 0 : (this.#memory?.steps.length ?? 0);
    for (let step = this.#memory?.next ?? 0; step < last; step++) {
      const ending = this.#isBroke() ? BROKE : await this.#playOne(step);
      if (ending) return ending;
    }
    // As with the real CLI, an answer over the budget is an error that says that the model had finished.
    if (this.#isBroke()) return { ...BROKE, isFinished: true };
    return { subtype: 'success', isError: false, text: this.#lastSaid || 'Done.', reason: 'completed' };
  }

  #isBroke(): boolean {
    return this.#costUsd > this.#behind.budgetUsd;
  }

  #readAnswer(text: string): void {
    this.#say(`The answer has come: ${text}`);
    if (this.#memory) this.#record({ type: 'step-ended', step: this.#memory.next });
  }

  async #playOne(number: number): Promise<wire.Ending | undefined> {
    const step = this.#memory?.steps[number];
    if (!step) return undefined;
    this.#record({ type: 'step-started', step: number });
    if (endsAtOnce(step)) this.#record({ type: 'step-ended', step: number });
    const curtain = await playStep(step, this.#stage());
    if (this.#abort.signal.aborted) return this.#breakOff();
    if (!endsAtOnce(step)) {
      this.#record({ type: curtain?.isOpen ? 'step-waiting' : 'step-ended', step: number });
    }
    return curtain?.ending;
  }

  #breakOff(): wire.Ending {
    this.#behind.emit(wire.interruptedEvent(this.#behind.speaker));
    const reason = this.#isInTool ? 'aborted_tools' : 'aborted_streaming';
    return { ...failed('interrupted'), reason };
  }

  #stage(): ActorPorts {
    const { speaker, shells, attemptDir, resultFile, exit } = this.#behind;
    this.#isInTool = false;
    return {
      workDir: speaker.workDir,
      attemptDir,
      resultFile,
      shells,
      signal: this.#abort.signal,
      say: (text) => this.#say(text),
      useTool: (name, input, work) => this.#useTool({ id: `toolu_${wire.freshId()}`, name, input }, work),
      showLimit: (resetsAt) => this.#showLimit(resetsAt),
      showRefusal: (text) => this.#showRefusal(text),
      spend: (usd) => {
        this.#costUsd += usd;
      },
      goSilent: () => {
        this.#isSilent = true;
      },
      exit,
    };
  }

  #say(text: string): void {
    this.#behind.emit(wire.textEvent(this.#behind.speaker, text));
    this.#messages++;
    this.#saidChars += text.length;
    this.#lastSaid = text;
  }

  async #useTool(
    tool: { id: string; name: string; input: object },
    work: Parameters<ActorPorts['useTool']>[2],
  ) {
    const { emit, speaker } = this.#behind;
    emit(wire.toolUseEvent(speaker, tool));
    this.#messages++;
    this.#isInTool = true;
    const ran = await attempt(work);
    emit(wire.toolResultEvent(speaker, tool.id, { ok: ran.ok, text: ran.output }));
    return ran;
  }

  #showLimit(resetsAt: number): wire.Ending {
    const { emit, speaker } = this.#behind;
    const text = `usage limit reached|${resetsAt}`;
    emit(wire.limitEvent(speaker, resetsAt));
    emit(wire.refusedEvent(speaker, text, wire.RATE_LIMIT));
    this.#messages++;
    return { subtype: 'success', isError: true, text, reason: 'api_error', apiErrorStatus: 429 };
  }

  #showRefusal(text: string): wire.Ending {
    this.#behind.emit(wire.refusedEvent(this.#behind.speaker, text, wire.AUTHENTICATION));
    this.#messages++;
    return { subtype: 'success', isError: true, text, reason: 'api_error', apiErrorStatus: 401 };
  }

  #record(entry: Entry): void {
    this.#behind.transcript.append(entry);
    this.#memory = remember(this.#memory, entry);
  }
}

const BROKE: wire.Ending = {
  subtype: 'error_max_budget_usd',
  isError: true,
  text: 'Reached maximum budget',
  reason: 'budget_exhausted',
};

const failed = (text: string): wire.Ending => ({
  subtype: 'error_during_execution',
  isError: true,
  text,
  reason: null,
});

// A tool that fails is told to the agent, as any other outcome of it.
async function attempt(work: Parameters<ActorPorts['useTool']>[2]) {
  try {
    return await work();
  } catch (error) {
    return { ok: false, output: error instanceof Error ? error.message : String(error) };
  }
}

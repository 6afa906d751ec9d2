import type { ShellEnd, Shells } from './shells.ts';
import type { Step } from './step.ts';
import type { Ending } from './wire.ts';
import { pathInside, replaceText, writeText } from './write-inside.ts';

/** What a step may do; the player keeps the transcript. */
export type ActorPorts = Readonly<{
  workDir: string;
  attemptDir: string | undefined;
  resultFile: string | undefined;
  shells: Shells;
  say(text: string): void;
  /** Shows a tool at work. */
  useTool(name: string, input: object, work: () => Promise<ShellEnd> | ShellEnd): Promise<ShellEnd>;
  showLimit(resetsAt: number): Ending;
  /** Shows that its key was refused. */
  showRefusal(text: string): Ending;
  spend(usd: number): void;
  /** From here on the agent writes nothing and answers nothing. */
  goSilent(): void;
  exit(code: number): never;
  /** Aborted when the turn is interrupted. */
  signal: AbortSignal;
}>;

// A signal that does not end this program lets the script go on after this.
const SIGNAL_WAIT_MS = 2_000;
const IDLE_TICK_MS = 60_000;

/** The turn is over with this step; `isOpen`: the step is not, its question stands. */
export type Curtain = Readonly<{ ending: Ending; isOpen: boolean }>;

/** Plays one step, and tells whether the turn is over with it. */
export async function playStep(step: Step, stage: ActorPorts): Promise<Curtain | undefined> {
  switch (step.do) {
    case 'say':
      return void stage.say(step.text);
    case 'sleep':
      return void (await pause(step.ms, stage.signal));
    case 'write':
      return void (await write(step, stage));
    case 'run':
      return void (await runCommand(['sh', '-c', step.command], step.command, stage));
    case 'result':
      return void (await writeResult(step.value, stage));
    case 'message':
      return void (await askSwarm(['send', step.to, '--', step.text], stage));
    case 'post':
      return void (await post(step, stage));
    case 'note':
      return void (await note(step.text, stage));
    case 'ask':
      return ask(step, stage);
    case 'done':
      return void (await askSwarm(step.text === '' ? ['done'] : ['done', '--', step.text], stage));
    case 'cost':
      return void stage.spend(step.usd);
    case 'rate_limit':
      return closing(stage.showLimit(Math.ceil((Date.now() + step.ms) / 1000)));
    case 'auth_failure':
      return closing(stage.showRefusal(step.text));
    case 'fail':
      return closing({ subtype: 'error_during_execution', isError: true, text: step.text, reason: null });
    case 'silent':
      return hang(stage);
    case 'crash':
      return void (await crash(step.signal, stage));
    case 'exit':
      return stage.exit(step.code);
  }
}

/** Steps that end when they begin: a resumed conversation does not repeat them. */
export const endsAtOnce = (step: Step): boolean =>
  step.do === 'crash' || step.do === 'exit' || (step.do === 'silent' && step.once);

const closing = (ending: Ending): Curtain => ({ ending, isOpen: false });

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

function write({ path, text }: { path: string; text: string }, stage: ActorPorts): Promise<ShellEnd> {
  return stage.useTool('Write', { file_path: path, content: text }, () => {
    const folders = [stage.workDir, ...(stage.attemptDir ? [stage.attemptDir] : [])];
    const file = pathInside(path, stage.workDir, folders);
    if (file === undefined) {
      return { ok: false, output: `${path} is outside of the work folder and the attempt's folder` };
    }
    writeText(file, text);
    return { ok: true, output: `File created successfully at: ${file}` };
  });
}

function writeResult(value: unknown, stage: ActorPorts): Promise<ShellEnd> {
  const content = `${JSON.stringify(value, null, 2)}\n`;
  const { resultFile } = stage;
  return stage.useTool('Write', { file_path: resultFile ?? 'result.json', content }, () => {
    if (!resultFile) return { ok: false, output: 'SWARM_RESULT_FILE is not set' };
    replaceText(resultFile, content);
    return { ok: true, output: `File created successfully at: ${resultFile}` };
  });
}

const runCommand = (argv: [string, ...string[]], shown: string, stage: ActorPorts): Promise<ShellEnd> =>
  stage.useTool('Bash', { command: shown }, () => stage.shells.run(argv, stage.signal));

// Swarm is reached through its command, as by any other agent.
const askSwarm = (words: readonly string[], stage: ActorPorts): Promise<ShellEnd> =>
  runCommand(['swarm', ...words], ['swarm', ...words.map(quoted)].join(' '), stage);

const quoted = (word: string): string =>
  /^[\w.:@/-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

const post = ({ to, content }: Extract<Step, { do: 'post' }>, stage: ActorPorts): Promise<ShellEnd> =>
  askSwarm(['send', ...(to === null ? [] : [to]), `--content=${JSON.stringify(content)}`], stage);

async function note(text: string, stage: ActorPorts): Promise<void> {
  const { ok } = await askSwarm(['note', 'add', '--', text], stage);
  if (!ok && !stage.signal.aborted) stage.say(`The note could not be handed in: ${text}`);
}

async function ask(step: Extract<Step, { do: 'ask' }>, stage: ActorPorts): Promise<Curtain | undefined> {
  const options = step.options.map((option) => `--option=${option}`);
  const limit = step.timeoutMs === null ? [] : [`--timeout=${step.timeoutMs}ms`];
  const ran = await askSwarm(['ask', '--json', ...options, ...limit, '--', step.text], stage);
  if (stage.signal.aborted) return undefined;
  const { text, isKept } = readReply(ran.output);
  if (!ran.ok) return void stage.say(`There is no answer: ${text}`);
  if (!isKept) return void stage.say(`The answer is: ${text}`);
  const waiting = `I wait for the answer to my question: ${step.text}`;
  stage.say(waiting);
  return { ending: { subtype: 'success', isError: false, text: waiting, reason: 'completed' }, isOpen: true };
}

function readReply(output: string): { text: string; isKept: boolean } {
  try {
    const { text, kept } = JSON.parse(output) as { text?: unknown; kept?: unknown };
    return { text: typeof text === 'string' ? text.trim() : output, isKept: kept === true };
  } catch {
    return { text: output.trim(), isKept: false };
  }
}

function hang(stage: ActorPorts): Promise<never> {
  stage.goSilent();
  return new Promise(() => {
    // Keeps the program alive when its input ends.
    setInterval(() => {}, IDLE_TICK_MS);
  });
}

async function crash(signal: string, stage: ActorPorts): Promise<void> {
  process.kill(process.pid, signal);
  await pause(SIGNAL_WAIT_MS, stage.signal);
}

import { join } from 'node:path';
import { type Arguments, parseArguments } from './arguments.ts';
import { Player } from './player.ts';
import { PromptQueue } from './prompt-queue.ts';
import { type Env, Shells } from './shells.ts';
import { beginTranscript, resumeTranscript, type Transcript } from './transcript.ts';
import * as wire from './wire.ts';

/** All that the program touches of the world around it. */
export type World = Readonly<{
  argv: readonly string[];
  env: Env;
  workDir: string;
  home: string;
  input: NodeJS.ReadableStream;
  /** One event, as one line of stdout; written when it returns. */
  emit(event: object): void;
  warn(text: string): void;
  onSignal(signal: 'SIGTERM' | 'SIGHUP' | 'SIGINT', act: () => void): void;
  exit(code: number): never;
}>;

/** The scripted agent, from start to end; gives its exit code. */
export async function runRehearsal(world: World): Promise<number> {
  const words = parseArguments(world.argv);
  if ('problem' in words) {
    world.warn(words.problem);
    return 1;
  }
  const transcript = openTranscript(world, words);
  if (!transcript) return 1;

  const shells = new Shells(world.workDir, world.env);
  const exit = (code: number): never => {
    shells.endAll();
    return world.exit(code);
  };
  world.onSignal('SIGTERM', () => exit(143));
  world.onSignal('SIGHUP', () => exit(129));
  const player = new Player({ ...behind(world, words), transcript, shells, exit });
  return playAll(world, player, exit);
}

async function playAll(world: World, player: Player, exit: (code: number) => never) {
  const prompts = new PromptQueue(world.input, {
    onControl: (requestId, subtype) => {
      if (player.isSilent) return;
      world.emit(wire.controlResponse(requestId));
      if (subtype === 'interrupt') player.interrupt();
    },
    onBroken: (problem) => {
      world.warn(problem);
      exit(1);
    },
  });
  world.onSignal('SIGINT', () => {
    prompts.close();
    player.interrupt();
  });

  let isGood = true;
  for (let prompt = await prompts.next(); prompt; prompt = await prompts.next()) {
    isGood = await player.play(prompt, prompts.waiting);
  }
  return isGood ? 0 : 1;
}

const behind = (world: World, words: Arguments) => ({
  speaker: speakerOf(world, words),
  budgetUsd: words.budgetUsd,
  role: world.env.SWARM_ROLE ?? '',
  isInRun: (world.env.SWARM_RUN_ID ?? '') !== '',
  attemptDir: world.env.SWARM_ATTEMPT_DIR,
  resultFile: world.env.SWARM_RESULT_FILE,
  emit: world.emit,
});

const speakerOf = (world: World, { conversationId, model }: Arguments): wire.Speaker => ({
  conversationId,
  model,
  workDir: world.workDir,
});

function openTranscript(world: World, words: Arguments): Transcript | undefined {
  const { conversationId, resume } = words;
  const folder = world.env.SWARM_REHEARSAL_HOME ?? join(world.home, '.local', 'state', 'swarm-rehearsal');
  const file = join(folder, `${conversationId}.jsonl`);
  if (!resume) {
    const begun = beginTranscript(file);
    if (!begun) world.warn(`Error: Session ID ${conversationId} is already in use.`);
    return begun;
  }
  const resumed = resumeTranscript(file);
  if (!resumed) {
    const text = `No conversation found with session ID: ${conversationId}`;
    world.warn(text);
    world.emit(missingConversation(speakerOf(world, words), text));
  }
  return resumed;
}

const missingConversation = (speaker: wire.Speaker, text: string): object =>
  wire.resultEvent(
    speaker,
    { subtype: 'error_during_execution', isError: true, text, reason: null },
    { messages: 0, durationMs: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, resultIndex: 0, queued: 0 },
  );

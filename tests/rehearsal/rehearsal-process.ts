import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { parseStreamJson } from '../../src/agents/stream-json.ts';
import type { AgentFact } from '../../src/domain/agent/fact.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Exit = Readonly<{ code: number | null; signal: NodeJS.Signals | null }>;

/** A folder with everything that one conversation needs; `swarm` on its PATH notes how it was called. */
export class RehearsalRoom {
  readonly folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  readonly workDir = this.#folder('work');
  readonly attemptDir = this.#folder('attempt');
  readonly transcripts = join(this.folder, 'transcripts');
  readonly resultFile = join(this.attemptDir, 'result.json');
  readonly #binDir = this.#folder('bin');
  readonly #program = join(this.folder, 'rehearsal.cjs');
  readonly #started: RehearsalProcess[] = [];
  readonly #path: string;

  /** `path`: where its agents find programs, after the folder of `swarm`. */
  constructor({ path = process.env.PATH ?? '' }: Readonly<{ path?: string }> = {}) {
    this.#path = path;
  }

  async build(): Promise<void> {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: ['src/main/rehearsal.ts'],
      outfile: this.#program,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
    });
  }

  /** The body is a shell script; its call is noted first, each word on a line of `calls`. */
  putSwarm(body: string): void {
    const file = join(this.#binDir, 'swarm');
    writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" >> "${this.folder}/calls"\n${body}\n`);
    chmodSync(file, 0o755);
  }

  readCalls(): string[] {
    return readFileSync(join(this.folder, 'calls'), 'utf8').trimEnd().split('\n');
  }

  readTranscript(conversationId: string): Record<string, unknown>[] {
    const text = readFileSync(join(this.transcripts, `${conversationId}.jsonl`), 'utf8');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  begin(conversationId: string = randomUUID(), role = 'tester'): RehearsalProcess {
    return this.start(['--session-id', conversationId], role);
  }

  resume(conversationId: string): RehearsalProcess {
    return this.start(['--resume', conversationId]);
  }

  start(words: readonly string[], role = 'tester'): RehearsalProcess {
    const env = {
      PATH: `${this.#binDir}:${this.#path}`,
      HOME: this.folder,
      SWARM_REHEARSAL_HOME: this.transcripts,
      SWARM_ATTEMPT_DIR: this.attemptDir,
      SWARM_RESULT_FILE: this.resultFile,
      SWARM_ROLE: role,
    };
    const argv = [this.#program, ...words, '--input-format', 'stream-json', '--verbose'];
    const child = spawn(process.execPath, argv, { cwd: this.workDir, env, stdio: 'pipe' });
    const started = new RehearsalProcess(child);
    this.#started.push(started);
    return started;
  }

  async close(): Promise<void> {
    await Promise.all(this.#started.map((one) => one.end()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  #folder(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path);
    return path;
  }
}

/** One run of the program, seen only through its pipes. */
export class RehearsalProcess {
  readonly events: Record<string, unknown>[] = [];
  readonly facts: AgentFact[] = [];
  readonly exit: Promise<Exit>;
  errors = '';
  readonly #child: ChildProcess;
  #rest = '';
  #onChange: () => void = () => {};

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => this.#hear(piece));
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      this.errors += piece;
    });
    // A program that ended early does not read what is still sent to it.
    child.stdin?.on('error', () => {});
    this.exit = once(child, 'close').then(([code, signal]) => ({ code, signal }) as Exit);
    void this.exit.then(() => this.#onChange());
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get kinds(): string[] {
    return this.facts.map(({ kind }) => kind);
  }

  get said(): string[] {
    return this.facts.flatMap((fact) => (fact.kind === 'said' ? [fact.text] : []));
  }

  get results(): Extract<AgentFact, { kind: 'turn-ended' }>[] {
    return this.facts.filter((fact) => fact.kind === 'turn-ended');
  }

  get tools(): Extract<AgentFact, { kind: 'tool-ended' }>[] {
    return this.facts.filter((fact) => fact.kind === 'tool-ended');
  }

  writeRaw(text: string): void {
    this.#child.stdin?.write(text);
  }

  write(event: object): void {
    this.writeRaw(`${JSON.stringify(event)}\n`);
  }

  prompt(content: string, uuid: string = randomUUID()): void {
    this.write({ type: 'user', uuid, message: { role: 'user', content } });
  }

  /** Hands over a script, one step a line. */
  play(...steps: readonly string[]): void {
    this.prompt(['Do this:', '', '```rehearsal', ...steps, '```'].join('\n'));
  }

  /** Plays a script to its end, then lets the program go. */
  async playOut(...steps: readonly string[]): Promise<Exit> {
    this.play(...steps);
    return this.finish();
  }

  finish(): Promise<Exit> {
    this.#child.stdin?.end();
    return this.exit;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves when the claim holds; fails when the program is gone and it never did. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        await this.exit;
        if (holds()) return;
        throw new Error(`the program ended: ${this.errors}\n${JSON.stringify(this.facts)}`);
      }
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.exit;
  }

  #hear(piece: string): void {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      this.events.push(JSON.parse(line));
      this.facts.push(...parseStreamJson(line));
    }
    this.#onChange();
  }
}

import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../../contract/json.ts';
import { AgentFiles } from '../agent-files/agent-files.ts';
import type { Oddities } from '../agent-files/oddities.ts';
import { Holding, NotedUse } from '../resource/holding.ts';
import type { AttemptRef } from './attempts.ts';

/** A pid with its start time; of the boot that the launch names. */
const Identity = z.object({ pid: z.number(), start: z.string() });
const Launch = z.object({
  boot: z.string(),
  /** How the agent gets its input; null when a launch was found that we did not begin. */
  input: z.nullable(z.string()),
  /** The agent's own workspace; null where it works in a folder that others use too. */
  workspace: z.nullable(z.string()),
  /** Null until it is known. A number of 0: no launcher may begin any more. */
  launcher: z.nullable(Identity),
  /** The tmux server of its pane; null for a detached launcher. */
  server: z.nullable(Identity),
  /** We asked for the end before it came. */
  isEnding: z.boolean(),
  /** Its limits, and what holds them. */
  held: z.optional(Holding),
  /** What was seen of what it used. */
  use: z.optional(NotedUse),
});

/** What the supervisor knows of the launcher of an attempt, from itself and from the system alone. */
export type Launch = z.infer<typeof Launch>;

type AttemptKey = Pick<AttemptRef, 'sessionId' | 'attempt'>;

const MOST_BYTES = 16 * 1024;
const NAME = /^(.+)\.\d+\.(?:json|paste)$/;

/**
 * Keeps what identifies launchers in files outside of the attempts' folders, one for each attempt that may
 * live. Written before a launcher is started, and completed after.
 */
export class Launches {
  readonly #files: AgentFiles;
  readonly #folder: string;
  readonly #release: (launch: Launch) => void;
  readonly #known = new Map<string, Launch>();

  /** `release`: what is left of a launch that is forgotten. */
  constructor(folder: string, oddities: Oddities, release: (launch: Launch) => void = () => {}) {
    this.#folder = folder;
    this.#release = release;
    // From above, so that what lies in the place of the folder is set aside too.
    this.#files = new AgentFiles(dirname(folder), oddities);
  }

  find(ref: AttemptKey): Launch | undefined {
    const known = this.#known.get(this.#pathOf(ref));
    if (known?.launcher) return known;
    const launch = this.#read(this.#pathOf(ref));
    if (launch) this.#known.set(this.#pathOf(ref), launch);
    return launch ?? known;
  }

  save(ref: AttemptKey, launch: Launch): void {
    this.#known.set(this.#pathOf(ref), launch);
    this.#files.ensureFolder(this.#folder);
    this.#files.write(this.#pathOf(ref), JSON.stringify(launch));
  }

  /** Puts words where tmux reads them and no agent can put a link in their place; the file's path. */
  saveWords({ sessionId, attempt }: AttemptKey, words: string): string {
    const path = join(this.#folder, `${sessionId}.${attempt}.paste`);
    this.#files.ensureFolder(this.#folder);
    this.#files.write(path, words);
    return path;
  }

  /** Once nothing of the session can be at work. */
  forget(sessionId: string): void {
    this.#drop((name) => NAME.exec(name)?.[1] === sessionId);
  }

  /** Sessions of which a launch is known. */
  listSessions(): readonly string[] {
    return this.#files.list(this.#folder).flatMap((name) => NAME.exec(name)?.[1] ?? []);
  }

  /** What a supervisor left behind that died before it could forget. */
  forgetAllBut(live: ReadonlySet<string>): void {
    this.#drop((name) => !live.has(NAME.exec(name)?.[1] ?? '') && !this.#known.has(join(this.#folder, name)));
  }

  #drop(isStale: (name: string) => boolean): void {
    for (const name of this.#files.list(this.#folder).filter(isStale)) {
      const path = join(this.#folder, name);
      const launch = this.#known.get(path) ?? this.#read(path);
      if (launch) this.#release(launch);
      this.#known.delete(path);
      this.#files.remove(path);
    }
  }

  #read(path: string): Launch | undefined {
    const text = this.#files.read(path, MOST_BYTES)?.text;
    const parsed = text ? parseJson(text) : undefined;
    return parsed?.ok ? Launch.safeParse(parsed.value).data : undefined;
  }

  #pathOf({ sessionId, attempt }: AttemptKey): string {
    return join(this.#folder, `${sessionId}.${attempt}.json`);
  }
}

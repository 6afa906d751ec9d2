import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';

const SECRET = /^[\w-]{43}$/;
const SECRET_BYTES = 32;

type Keeping = Readonly<{ folder: string; base: string; lifetimeMs: number; now: () => number }>;

/**
 * Secrets that this project has given out, as files named by their hashes: who reads the folder learns none.
 * One file each, so that two processes never overwrite each other's, and to take one is a single unlink.
 */
export class SecretFolder {
  readonly #files: AgentFiles;
  readonly #keeping: Keeping;

  constructor(keeping: Keeping) {
    this.#keeping = keeping;
    this.#files = new AgentFiles(keeping.base, new Oddities());
  }

  issue(): string {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    this.#files.ensureFolder(this.#keeping.folder);
    this.#removeOld();
    this.#files.write(this.#fileOf(secret), '');
    return secret;
  }

  has(secret: string): boolean {
    return SECRET.test(secret) && this.#isGood(this.#fileOf(secret));
  }

  /** True for one of all who take it. */
  take(secret: string): boolean {
    if (!this.has(secret)) return false;
    const file = this.#fileOf(secret);
    return this.#files.move(file, `${file}.taken`) && this.#forget(`${file}.taken`);
  }

  #forget(file: string): true {
    this.#files.remove(file);
    return true;
  }

  #fileOf(secret: string): string {
    return join(this.#keeping.folder, createHash('sha256').update(secret).digest('hex'));
  }

  #isGood(file: string): boolean {
    const seen = this.#files.observe(file);
    const { now, lifetimeMs } = this.#keeping;
    return seen?.isFile() === true && now() - seen.mtimeMs < lifetimeMs;
  }

  #removeOld(): void {
    const files = this.#files.list(this.#keeping.folder).map((name) => join(this.#keeping.folder, name));
    for (const file of files) if (!this.#isGood(file)) this.#files.remove(file);
  }
}

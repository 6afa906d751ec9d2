import { UsageError } from '../contract/usage-error.ts';
import type { Io } from './io.ts';

type Confirmation = Readonly<{
  question: string;
  /** The command that would not ask. */
  sure: string;
}>;

/**
 * Asks once, before many things change. A line of a pipe is an answer, as of a person at a terminal; without
 * either the command is refused, and says how to mean it.
 */
export async function isConfirmed(io: Io, { question, sure }: Confirmation): Promise<boolean> {
  const line = await io.askAnyone(`${question} [y/N]: `);
  if (line === null) {
    const hint = `Say it for sure: ${sure}`;
    throw new UsageError('this asks first, and there is no terminal to ask at', { hint });
  }
  const isMeant = /^y(es)?$/i.test(line);
  if (!isMeant) io.warn('ℹ️  Nothing was changed\n');
  return isMeant;
}

import type { Block } from './block.ts';
import { readStep, type Step } from './step.ts';

export type Script = Readonly<{ steps: readonly Step[] }> | Readonly<{ problem: string }>;

const MAX_STEPS = 1_000;

/** Reads a whole script before any of it is played, so that a mistake in its last line costs nothing. */
export async function parseScript({ source, line }: Block): Promise<Script> {
  // Lazy: a prompt without a script must not wait for a parser.
  const { isSeq, LineCounter, parseDocument } = await import('yaml');
  const counter = new LineCounter();
  const document = parseDocument(source, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number): number => line - 1 + counter.linePos(offset).line;

  const [error] = document.errors;
  if (error) return problem(lineAt(error.pos[0]), error.message);
  if (document.contents === null) return { steps: [] };
  if (!isSeq(document.contents)) return problem(line, 'a script is a list, each step behind "- "');
  const { items } = document.contents;
  if (items.length > MAX_STEPS) return problem(line, `more than ${MAX_STEPS} steps`);

  const steps: Step[] = [];
  for (const node of items as readonly Entry[]) {
    const step = readStep(node.toJSON?.() ?? null);
    if (typeof step === 'string') return problem(lineAt(node.range?.[0] ?? 0), step);
    steps.push(step);
  }
  return { steps };
}

type Entry = { range?: readonly number[] | null; toJSON?: () => unknown };

const problem = (line: number, text: string): Script => ({
  problem: `The script cannot be played. Line ${line} of the prompt: ${text}.`,
});

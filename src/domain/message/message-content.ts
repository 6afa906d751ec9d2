import type { ReviewFinding, Verdict } from './message-type.ts';

export type Confidence = 'low' | 'medium' | 'high';

/** The content of a message between roles, by its type. `src/contract/message-content.ts` parses it. */
export type TypedContent =
  | Readonly<{ type: 'task' | 'question' | 'status'; body: string }>
  | Readonly<{
      type: 'finding';
      title: string;
      body: string;
      sources: readonly string[];
      confidence: Confidence;
    }>
  | Readonly<{ type: 'review'; verdict: Verdict; summary: string; findings: readonly ReviewFinding[] }>
  | Readonly<{ type: 'artifact'; path: string; summary: string }>
  | Readonly<{ type: 'result'; summary: string; body: string }>
  | Readonly<{ type: 'error'; body: string; recoverable: boolean }>;

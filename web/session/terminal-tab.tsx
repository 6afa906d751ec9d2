import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';
import { type Problem, post } from '../api/ask.ts';
import { Failure } from '../shell/page.tsx';

/** The pane of the session as it is. It only looks until the person asks to type. */
export function TerminalTab({ session }: Readonly<{ session: SessionStatusAnswer }>): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const isTyping = useSignal(false);
  const state = useSignal<'opening' | 'open' | 'closed'>('opening');
  const problem = useSignal<Problem | null>(null);
  const id = session.session_id;
  const write = isTyping.value;
  useEffect(() => {
    const end = new AbortController();
    const open = async (): Promise<void> => {
      state.value = 'opening';
      const reply = await post<{ ticket: string }>('terminal', { session_id: id, write });
      problem.value = reply.ok ? null : reply.problem;
      if (!reply.ok || end.signal.aborted || !box.current) return;
      const { showTerminal } = await import('./terminal-view.ts');
      if (end.signal.aborted) return;
      showTerminal(box.current, {
        ticket: reply.value.ticket,
        write,
        signal: end.signal,
        tell: (now) => (state.value = now),
      });
    };
    void open();
    return () => end.abort();
  }, [id, write]);
  return (
    <>
      {problem.value !== null && <Failure text={problem.value.message} />}
      <div class="terminal-bar">
        <button type="button" aria-pressed={write} class="choice" onClick={() => (isTyping.value = !write)}>
          {write ? 'Only look' : 'Type'}
        </button>
        <span role="status">{wordsFor(state.value, write)}</span>
      </div>
      <div class="pane" ref={box} />
    </>
  );
}

function wordsFor(state: 'opening' | 'open' | 'closed', write: boolean): string {
  if (state === 'opening') return 'Opening …';
  if (state === 'closed') return 'The terminal has ended.';
  return write ? 'What you type goes to the agent.' : 'You are looking.';
}

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ask } from '../api/ask.ts';
import { told } from '../shell/toast.tsx';

/** Tells a session something: as its next turn, or into the turn that it is at. */
export function Composer({ sessionId }: Readonly<{ sessionId: string }>): JSX.Element {
  const body = useSignal('');
  const steer = useSignal(false);
  const send = async (): Promise<void> => {
    if (body.value.trim() === '') return;
    const message = { to: sessionId, body: body.value, steer: steer.value };
    const sent = await told(ask('message.send', message), steer.value ? 'Sent' : 'It is the next turn');
    if (sent !== null) body.value = '';
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        rows={2}
        aria-label="Message to the agent"
        placeholder="Tell the agent something"
        value={body.value}
        onInput={(event) => {
          body.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      <label class="check" title="Handed to an agent at work, at its next safe boundary">
        <input
          type="checkbox"
          checked={steer.value}
          onChange={(event) => {
            steer.value = event.currentTarget.checked;
          }}
        />
        Into this turn
      </label>
      <button type="submit" disabled={body.value.trim() === ''}>
        Send
      </button>
    </form>
  );
}

import type { JSX } from 'preact';
import type { RunMessageAnswer } from '../../src/contract/answer/message.ts';
import { useAnswer } from '../api/resource.ts';
import { momentOf } from '../shell/numbers.ts';
import { Shown } from '../shell/page.tsx';
import { LaneHeads, Lanes } from './lanes.tsx';
import { laySequence, type Step } from './sequence.ts';

const MOST_SHOWN = 200;

/** Messages between the roles, a lane for each role, in the order in which they were sent. */
export function RunMessages({ id }: Readonly<{ id: string }>): JSX.Element {
  const list = useAnswer('message.list', { run_id: id, limit: MOST_SHOWN }, { kinds: ['message', 'run'] });
  return (
    <>
      <h2 class="section-head">Messages</h2>
      <Shown of={list}>
        {({ messages }) =>
          messages.length === 0 ? <p class="none">None yet.</p> : <Messages messages={messages} />
        }
      </Shown>
    </>
  );
}

function Messages({ messages }: Readonly<{ messages: readonly RunMessageAnswer[] }>): JSX.Element {
  const { lanes, steps } = laySequence(messages);
  return (
    <div class="sequence">
      <LaneHeads lanes={lanes} />
      <ul>
        {steps.map((step) => (
          <li key={step.message.id}>
            <Message step={step} count={lanes.length} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Message({ step, count }: Readonly<{ step: Step; count: number }>): JSX.Element {
  const { message } = step;
  const { from, to } = message;
  return (
    <details>
      <summary>
        <Lanes step={step} count={count} />
        <span class="of">
          <span class="when hint">{momentOf(message.at)}</span> {from} → {to ?? 'the run'}{' '}
          <strong>{message.type ?? 'words'}</strong>
          {message.dead_letter !== null && <span class="bad"> dead letter: {message.dead_letter}</span>}
        </span>
      </summary>
      <pre>{message.content === null ? message.body : JSON.stringify(message.content, null, 2)}</pre>
    </details>
  );
}

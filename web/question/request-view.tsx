import type { JSX } from 'preact';
import type { QuestionAnswer } from '../../src/contract/answer/question.ts';
import { editIn, fieldsOf } from './request-text.ts';

type Request = NonNullable<QuestionAnswer['request']>;

/** A number or a path stands beside its name. */
const isShort = (text: string): boolean => text.length < 60 && !text.includes('\n');
const EDIT_FIELDS = ['old_string', 'new_string'];

/** The tool that an agent wants to use, with all that it would be given. */
export function RequestView({ request }: Readonly<{ request: Request }>): JSX.Element {
  const edit = editIn(request);
  const fields = fieldsOf(request).filter(({ name }) => edit === null || !EDIT_FIELDS.includes(name));
  return (
    <div class="request">
      <p class="tool">
        {request.tool}
        {request.description !== null && <span class="hint"> {request.description}</span>}
      </p>
      {fields.map(({ name, text }) => (
        <div key={name} class={isShort(text) ? 'field short' : 'field'}>
          {name !== '' && <span class="name">{name}</span>}
          <pre>{text}</pre>
        </div>
      ))}
      {edit !== null && (
        <>
          <pre class="gone">{edit.before}</pre>
          <pre class="come">{edit.after}</pre>
        </>
      )}
      {request.reason !== null && <p class="hint">{request.reason}</p>}
      {request.always !== null && <p class="hint">"always" allows: {request.always.join(', ')}</p>}
    </div>
  );
}

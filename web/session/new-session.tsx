import type { JSX } from 'preact';
import type { PersonaListAnswer } from '../../src/contract/answer/persona.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/resource.ts';
import { isNewOpen } from '../shell/dialogs.ts';
import { Field, Form } from '../shell/form.tsx';
import { Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';
import { navigate } from '../shell/router.ts';
import { told } from '../shell/toast.tsx';

/** One agent on one task. */
export function NewSession(): JSX.Element {
  const list = useAnswer('persona.list', {}, { kinds: [] });
  return <Shown of={list}>{({ personas }) => <Choices personas={personas} />}</Shown>;
}

const Choices = ({ personas }: Pick<PersonaListAnswer, 'personas'>): JSX.Element => (
  <Form button="Start" submit={start}>
    <Field label="Task">
      <textarea name="prompt" rows={6} required />
    </Field>
    <Field label="Persona">
      <select name="persona" required>
        {personas.map(({ name, description }) => (
          <option key={name} value={name} title={description}>
            {name}
          </option>
        ))}
      </select>
    </Field>
    <Field label="Title" hint="else the first line of the task">
      <input name="title" type="text" />
    </Field>
    <Field label="Model" hint="else as the persona says">
      <input name="model" type="text" />
    </Field>
  </Form>
);

async function start({
  prompt = '',
  persona = '',
  title = '',
  model = '',
}: Record<string, string>): Promise<void> {
  const made = await told(
    ask('session.create', {
      prompt,
      persona,
      wait: true,
      prompt_source: 'dashboard',
      ...(title === '' ? {} : { title }),
      ...(model === '' ? {} : { model }),
    }),
    'Started',
  );
  if (made === null) return;
  isNewOpen.value = false;
  navigate(pathTo('sessions', made.session_id));
}

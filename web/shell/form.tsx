import type { ComponentChildren, JSX } from 'preact';

/** The texts of a form, by the names of its fields. */
export function textsOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(entries);
}

type FieldProps = Readonly<{ label: string; hint?: string; children: ComponentChildren }>;

export const Field = ({ label, hint, children }: FieldProps): JSX.Element => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
  <label class="form-field">
    <span class="form-label">
      {label}
      {hint !== undefined && <span class="hint"> {hint}</span>}
    </span>
    {children}
  </label>
);

type FormProps = Readonly<{
  submit: (texts: Readonly<Record<string, string>>) => Promise<void>;
  button: string;
  children: ComponentChildren;
}>;

export const Form = ({ submit, button, children }: FormProps): JSX.Element => (
  <form
    class="form"
    onSubmit={(event) => {
      event.preventDefault();
      void submit(textsOf(event.currentTarget));
    }}
  >
    {children}
    <div class="form-end">
      <button type="submit" class="primary">
        {button}
      </button>
    </div>
  </form>
);

import type { JSX } from 'preact';
import { BINDINGS } from './bindings.ts';
import { Dialog } from './dialog.tsx';
import { isHelpOpen } from './dialogs.ts';

export const HelpDialog = (): JSX.Element => (
  <Dialog title="Keys" isOpen={isHelpOpen}>
    <dl class="keys">
      {BINDINGS.map(({ keys, label }) => (
        <div key={keys}>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key.replace('Mod+k', 'Ctrl K / ⌘ K')}</kbd>
            ))}
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);

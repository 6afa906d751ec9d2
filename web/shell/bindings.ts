import { openHelp, openNew, openPalette } from './dialogs.ts';
import { type Binding, moveFocus } from './keys.ts';
import { ENTRIES } from './navigation.ts';
import { navigate } from './router.ts';
import { changeTheme } from './theme.ts';

/** All that keys do on every page. */
export const BINDINGS: readonly Binding[] = [
  { keys: 'Mod+k', label: 'Find anything', run: openPalette },
  { keys: '/', label: 'Find anything', run: openPalette },
  { keys: 'c', label: 'New session, workflow or plan', run: openNew },
  { keys: 'j', label: 'Next row', run: () => moveFocus(1) },
  { keys: 'k', label: 'Row before', run: () => moveFocus(-1) },
  ...ENTRIES.map(({ path, label, keys }) => ({ keys, label, run: () => navigate(path) })),
  { keys: 't', label: 'Light, dark, or as the system says', run: changeTheme },
  { keys: '?', label: 'Show these keys', run: openHelp },
];

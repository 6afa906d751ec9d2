/** Our tmux server reads no configuration, so this is the prefix of every pane. */
const OWN_PREFIX = 'C-b';

/**
 * The keys that leave a pane. `outerPrefix` is the prefix of the tmux that the person is in, if any: where it
 * is ours too, that tmux takes the first and hands on the second.
 */
export const detachKeys = (outerPrefix: string | null): string =>
  outerPrefix === OWN_PREFIX ? 'Ctrl+B twice, then D' : 'Ctrl+B then D';

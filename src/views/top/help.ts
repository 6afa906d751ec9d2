/** What `?` shows; it fits a screen of 80 columns and 24 lines. */
export const HELP_LINES: readonly string[] = [
  'j, k, arrows      the next, the one before',
  'g, G              the first, the last',
  'Ctrl-F, Ctrl-B    a page down, a page up',
  '',
  'Enter, l          logs: followed while it works (Ctrl-C comes back), else in your pager',
  'a                 attach to its pane',
  'd                 diff of its work, in your pager',
  'r                 read and answer its open question',
  'x                 kill it; asks first',
  'n                 start another one: your editor opens for its task',
  '',
  '/                 only what holds these letters; Esc shows all again',
  'Ctrl-L            draw the screen anew',
  'Ctrl-Z            stop; "fg" of your shell comes back',
  'q, Ctrl-C         quit',
];

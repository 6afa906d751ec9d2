import { visibleText } from './visible-text.ts';

type Change = Readonly<{ file: string; before: string | null; after: string | null; isMade: boolean }>;

/** What a person agrees to: the file as it will be, whole. */
export const renderHookChange = ({ file, after }: Change): string =>
  after === null ? `${file} will be removed\n` : `${file} will be:\n\n${visibleText(after).trimEnd()}\n\n`;

export const renderHooksInstalled = ({ file, isMade, before, after }: Change): string =>
  isMade
    ? `✅ Hooks added to ${file}\nTake them out again: swarm uninstall-hooks\n`
    : `${before === after ? `${file} has them already; n` : 'N'}othing was changed\n`;

export const renderHooksGone = ({ file, isMade, before, after }: Change): string =>
  !isMade
    ? `${before === after ? `${file} has no hooks of Swarm; n` : 'N'}othing was changed\n`
    : `✅ ${after === null ? `${file} removed: it held nothing else` : `Hooks taken out of ${file}`}\n`;

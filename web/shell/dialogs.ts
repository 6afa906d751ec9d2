import { signal } from '@preact/signals';

/** Which dialog is open. They lie over every page. */
export const isPaletteOpen = signal(false);
export const isHelpOpen = signal(false);
export const isNewOpen = signal(false);

export const openPalette = (): void => {
  isPaletteOpen.value = true;
};
export const openHelp = (): void => {
  isHelpOpen.value = true;
};
export const openNew = (): void => {
  isNewOpen.value = true;
};

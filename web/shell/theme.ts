import { signal } from '@preact/signals';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const KEY = 'swarm.theme';

/** Light or dark as the system says, unless the person chose. */
export const theme = signal<Theme>(THEMES.find((name) => name === localStorage.getItem(KEY)) ?? 'system');

export function showTheme(): void {
  theme.subscribe((name) => {
    document.documentElement.dataset.theme = name;
    localStorage.setItem(KEY, name);
  });
}

export function changeTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
}

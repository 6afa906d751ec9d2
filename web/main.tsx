import { render } from 'preact';
import { connect } from './api/live.ts';
import { App } from './app.tsx';
import { BINDINGS } from './shell/bindings.ts';
import { startClock } from './shell/clock.ts';
import { listenForKeys } from './shell/keys.ts';
import { followLinks } from './shell/router.ts';
import { showTheme } from './shell/theme.ts';

const root = document.getElementById('app');
if (root) {
  showTheme();
  followLinks();
  listenForKeys(BINDINGS);
  startClock();
  connect();
  render(<App />, root);
}

import type { JSX } from 'preact';
import { isSignedOut } from './api/ask.ts';
import { LoopsPage } from './loop/loops-page.tsx';
import { MailPage } from './mail/mail-page.tsx';
import { ParticipantsPage } from './participant/participants-page.tsx';
import { QuestionsPage } from './question/questions-page.tsx';
import { QueuePage } from './queue/queue-page.tsx';
import { RacePage } from './race/race-page.tsx';
import { RunPage } from './run/run-page.tsx';
import { RunsPage } from './run/runs-page.tsx';
import { SearchPage } from './search/search-page.tsx';
import { NewDialog } from './session/new-dialog.tsx';
import { OverviewPage } from './session/overview-page.tsx';
import { FIRST_TAB, SessionPage } from './session/session-page.tsx';
import { HelpDialog } from './shell/help-dialog.tsx';
import { Page } from './shell/page.tsx';
import { Palette } from './shell/palette.tsx';
import { path, wordsOf } from './shell/router.ts';
import { Sidebar } from './shell/sidebar.tsx';
import { Toasts } from './shell/toast.tsx';
import { TopBar } from './shell/topbar.tsx';
import { UsagePage } from './usage/usage-page.tsx';

type Draw = (words: readonly string[]) => JSX.Element;

/** What the first word of an address shows; the rest of its words are the page's own. */
const PAGES: Readonly<Record<string, Draw>> = {
  '': () => <OverviewPage />,
  questions: ([id]) => <QuestionsPage id={id} />,
  sessions: ([id = '', tab = FIRST_TAB]) => <SessionPage key={id} id={id} tab={tab} />,
  queue: ([id]) => <QueuePage id={id} />,
  usage: () => <UsagePage />,
  runs: ([id]) => (id === undefined ? <RunsPage /> : <RunPage key={id} id={id} />),
  races: ([id = '']) => <RacePage key={id} id={id} />,
  loops: () => <LoopsPage />,
  participants: () => <ParticipantsPage />,
  search: ([query = '']) => <SearchPage query={query} />,
  mail: ([id]) => <MailPage id={id} />,
};

export const App = (): JSX.Element => (
  <div class="shell">
    <a class="skip" href="#main">
      Skip to the page
    </a>
    <Sidebar />
    <TopBar />
    <main id="main" tabIndex={-1}>
      {isSignedOut.value ? <SignedOut /> : <Current />}
    </main>
    <Palette />
    <HelpDialog />
    <NewDialog />
    <Toasts />
  </div>
);

function Current(): JSX.Element {
  const [first = '', ...rest] = wordsOf(path.value);
  const draw = Object.hasOwn(PAGES, first) ? PAGES[first] : undefined;
  return draw ? draw(rest) : <Missing />;
}

const Missing = (): JSX.Element => (
  <Page title="No such page">
    <p class="none">
      Go to the <a href="/">overview of all sessions</a>.
    </p>
  </Page>
);

const SignedOut = (): JSX.Element => (
  <Page title="Signed out">
    <p class="none">
      This address does not sign in again. Run <code>swarm dashboard</code> and open the one that it prints.
    </p>
  </Page>
);

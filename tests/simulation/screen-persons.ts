import type { Setting } from './crew.ts';
import { PERSON, type Screen } from './screen.ts';

type Touch = 'type' | 'submit' | 'untype' | 'scroll' | 'escape' | 'clear' | 'leave';

const TOUCHES: Readonly<Record<Touch, number>> = {
  type: 30,
  submit: 30,
  untype: 20,
  scroll: 15,
  escape: 5,
  clear: 3,
  leave: 3,
};

const isOwn = ({ by }: { by: string }): boolean => by === PERSON;

/** A person at one of the screens does something. What is not theirs they leave alone. */
export function touchScreen({ world, dice, judge }: Setting): void {
  const screens = world.listScreens();
  if (screens.length === 0) return;
  const screen = dice.pick(screens);
  screen.paint(world.now);
  if (screen.isScrolled) screen.isScrolled = false;
  else if (screen.dialog) touchDialog(screen, dice.weigh({ allow: 2, deny: 1, escape: 1, none: 4 }));
  else {
    const touch = dice.weigh<Touch>(TOUCHES);
    judge.trace.note(`a person at a screen: ${touch}`);
    touchBox(screen, touch, `p-${dice.hex(8)}`);
  }
}

function touchDialog(screen: Screen, what: 'allow' | 'deny' | 'escape' | 'none'): void {
  if (what === 'escape') screen.isEscaped = true;
  else if (what !== 'none' && screen.dialog) screen.dialog.answer ??= what;
}

function touchBox(screen: Screen, touch: Touch, words: string): void {
  switch (touch) {
    case 'type':
      if (screen.box.every(isOwn)) screen.box = [...screen.box, { text: words, by: PERSON }];
      return;
    case 'submit':
      if (screen.box.every(isOwn)) screen.submit();
      return;
    case 'untype':
      screen.box = screen.box.filter((piece) => !isOwn(piece));
      return;
    case 'scroll':
      screen.isScrolled = true;
      return;
    case 'escape':
      if (screen.isBusy) screen.isEscaped = true;
      return;
    case 'clear':
      screen.isCleared = true;
      return;
    case 'leave':
      screen.isLeft = true;
      return;
  }
}

/** People go home: nothing half-written stays behind. */
export function tidyScreens({ world }: Setting): void {
  for (const screen of world.listScreens()) {
    screen.isScrolled = false;
    touchBox(screen, 'untype', '');
  }
}

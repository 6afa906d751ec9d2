import type { Picture } from '../cli/io.ts';
import { screenSize, writeControl, writeOutput } from './output.ts';

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_BELOW = '\u001b[J';

/** Some lines of the terminal that are drawn again in their place. What is above them stays. */
export function openPicture(): Picture {
  let drawn = 0;
  let isOpen = false;
  return {
    size: screenSize,
    async draw(lines) {
      if (!isOpen) writeControl(HIDE_CURSOR);
      isOpen = true;
      // The lines themselves may quote an agent: they pass the filter, these sequences do not.
      if (drawn > 0) writeControl(`\u001b[${drawn}A\r${CLEAR_BELOW}`);
      drawn = lines.length;
      await writeOutput(lines.map((line) => `${line}\n`).join(''));
    },
    close() {
      if (isOpen) writeControl(SHOW_CURSOR);
      isOpen = false;
    },
  };
}

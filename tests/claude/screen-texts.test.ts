import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ApiRequest } from '../stand-in/request.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { makeSettledProject, nextEvent, unmarked } from './project.ts';

const LINES = Array.from({ length: 300 }, (_, at) => `line ${at + 1} of many`).join('\n');

/** What a screen carries: it arrives as the prompt itself. */
const PASTED: Readonly<Record<string, string>> = {
  Thai: 'น้ำ กำลัง สวัสดีครับ',
  'CJK and blanks': '全角\u3000スペース\u00a0한글',
  'leading #': '# Title, not a note',
  'leading backslash': '\\begin{document}',
  'a backslash at the end': 'C:\\dir\\',
  'the way out': 'exit',
  'trailing blanks': 'with blanks   \n\n',
  'three hundred lines': LINES,
  'quotes and dollars': `"it's" $(whoami) \`id\``,
  'a marker of another': 'See [swarm:00000000] above.',
};

/** What it would change: it arrives as a file that the prompt names. */
const BY_FILE: Readonly<Record<string, string>> = {
  'family emoji': 'Greet 👩‍👩‍👧‍👦 and ❤️ and 🏳️‍🌈.',
  'skin tone': 'Wave 👋🏽 at 👩🏿‍🚀.',
  'decomposed letters': 'cafe\u0301 and \u1112\u1161\u11ab',
  'zero-width': 'a\u200bb\u200dc\u2060d',
  'soft hyphen': 'co\u00adoperate',
  bidi: 'a\u202eb\u202c \u2066c\u2069 \u200fd',
  controls: 'bell\u0007 back\u0008 del\u007f end',
  'the end of a paste': 'A\u001b[201~\rB',
  colours: 'a \u001b[31mred\u001b[0m b',
  'C1 controls': 'a\u009bCb\u0085c',
  separators: 'a\u2028b\u2029c',
  tabs: 'a\tb\n\tc',
  CRLF: 'one\r\ntwo\r\nthree',
  'leading slash': '/help me',
  'an unknown command': '/nothing-of-that-name now',
  'leading bang': '!touch never',
  'long lines with tabs': `${LINES}\n\tend`,
};

describe.each(CLAUDE_VERSIONS)('on the screen of Claude Code %s', (version) => {
  test('every text arrives once, and as it was', { timeout: 400_000 }, async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const id = await made.create('Begin.');
    await made.swarm('events', id, '--follow', '--until', 'turn-ended');
    const asked: string[] = [];
    for (const [name, text] of Object.entries({ ...PASTED, ...BY_FILE })) {
      const ended = await nextEvent(made, id, 'turn-ended');
      expect(await made.send(id, text), name).toMatchObject({ code: 0 });
      await ended();
      asked.push(name);
      const requests = made.standIn.main();
      expect(requests.length, `requests after ${name}`).toBe(asked.length + 1);
      const arrived = name in PASTED ? unmarked(requests.at(-1)?.prompt) : attachedOf(requests.at(-1));
      // What the CLI attaches has its line ends made one.
      expect({ [name]: arrived }).toEqual({ [name]: name in PASTED ? text : text.replaceAll('\r\n', '\n') });
    }
    expect(await made.status(id)).toMatchObject({ state: 'idle', attempt: 1 });
  });
});

/** The first task is an argument of the program; what that would not carry goes by a file as well. */
const FIRST: Readonly<Record<string, string>> = {
  'leading slash': '/help me\n\tand more',
  unseen: 'cafe\u0301 a\u200bb \u202ec\u202c 👩🏿‍🚀',
  controls: 'A\u001b[201~\rB\u0007\r\nC',
  'leading bang': '!touch never',
};

test.each(CLAUDE_VERSIONS)('%s: a first task on the screen arrives once, and as it was', async (version) => {
  const made = await makeSettledProject(version, { mode: 'interactive' });
  for (const [name, text] of Object.entries(FIRST)) {
    const before = made.standIn.main().length;
    const id = await made.create(text);
    await made.swarm('events', id, '--follow', '--until', 'turn-ended');
    const requests = made.standIn.main().slice(before);
    expect(requests, name).toHaveLength(1);
    const [file = ''] = /(?<=@)\S+$/m.exec(requests[0]?.prompt ?? '') ?? [];
    // A busy machine may keep the older version from attaching it in time; then the agent has to read it.
    expect(requests[0]?.prompt).toContain('read it if it is not attached');
    expect({ [name]: readFileSync(file, 'utf8') }).toEqual({ [name]: text });
    await made.swarm('kill', id, '--force');
  }
});

const READ = 'Result of calling the Read tool:\n';

/** The file that the CLI attached to the last prompt, without the numbers of its lines. */
function attachedOf(request: ApiRequest | undefined): string {
  const said = request?.said.map(({ text }) => text).join('\n') ?? '';
  const [text = ''] = said.slice(said.lastIndexOf(READ) + READ.length).split('\n</system-reminder>');
  // Reminders of the CLI itself may stand behind it.
  const [file = ''] = text.split('\n\nThe task tools');
  return file.replace(/^\s*\d+(\t|→)/gm, '');
}

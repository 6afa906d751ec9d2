import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PlanFolders, PlanLocation } from '../../../src/runtime/plan-folder/plan-folders.ts';
import { realPlanFolders } from '../../../src/runtime/plan-folder/real-plan-folders.ts';
import { ODD_FILES, ODD_THINGS } from '../agent-files/odd-things.ts';

type World = Readonly<{
  root: string;
  folders: PlanFolders;
  maker: PlanLocation;
  user: PlanLocation;
  put: (path: string, text: string) => string;
}>;

function makeWorld(plans = 'plans'): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-plan-folder-')));
  onTestFinished(() => {
    execFileSync('chmod', ['-R', 'u+rwX', root]);
    rmSync(root, { recursive: true, force: true });
  });
  const location = (role: string): PlanLocation => ({
    runId: '17',
    role,
    workspace: join(root, 'worktrees/17', role),
  });
  for (const role of ['maker', 'user']) mkdirSync(location(role).workspace, { recursive: true });
  const put = (path: string, text: string): string => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const folders = realPlanFolders({
    runsDir: join(root, 'runs'),
    plansDir: join(root, plans),
    now: Date.now,
  });
  return { root, folders, maker: location('maker'), user: location('user'), put };
}

const OUTPUTS = 'worktrees/17/maker/orchestration/agents/maker/task_output';
const NOTES = 'worktrees/17/maker/orchestration/agents/maker/completion_drive/session_current.json';
const SCHEMA = 'agents/maker/task_output/schema.sql';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('what is drawn lies in a folder that git ignores, and is drawn again once spoilt', async () => {
  const { root, folders, maker, put } = makeWorld();
  const drawing = { files: [['shared_status.json', '{}']] as const, handed: [] };
  execFileSync('git', ['init', '-q'], { cwd: maker.workspace });
  await folders.ensureDrawn(maker, drawing);
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: maker.workspace }).toString()).toBe('');
  expect(folders.hasFolder(maker)).toBe(true);
  put('worktrees/17/maker/orchestration/shared_status.json', 'spoilt');
  await folders.ensureDrawn(maker, drawing);
  expect(readFileSync(join(root, 'worktrees/17/maker/orchestration/shared_status.json'), 'utf8')).toBe('{}');
});

test('outputs are taken in with their hashes, and handed on as files not to be written', async () => {
  const { root, folders, maker, user, put } = makeWorld();
  put(`${OUTPUTS}/schema.sql`, 'CREATE');
  put(`${OUTPUTS}/deep/er/more.bin`, '\u0000\u00ff');
  const taken = await folders.takeOutputs(maker);
  expect(taken.problems).toEqual([]);
  expect(taken.outputs.find(({ path }) => path === SCHEMA)).toEqual({
    path: SCHEMA,
    hash: sha256('CREATE'),
    bytes: 6,
  });
  const handed = await folders.ensureDrawn(user, {
    files: [],
    handed: [SCHEMA, 'agents/maker/task_output/no.md'],
  });
  expect(handed).toEqual({ given: [SCHEMA], missing: ['agents/maker/task_output/no.md'] });
  const copy = join(root, 'worktrees/17/user/orchestration', SCHEMA);
  expect([readFileSync(copy, 'utf8'), statSync(copy).mode & 0o777]).toEqual(['CREATE', 0o444]);
  const all = await folders.handOutputs('17', ['agents/maker/task_output/'], user.workspace);
  expect(all.given).toHaveLength(2);
  expect(existsSync(join(user.workspace, SCHEMA))).toBe(true);
});

test('a changed output is taken in again, one that is gone goes, a lost folder changes nothing', async () => {
  const { root, folders, maker, put } = makeWorld();
  put(`${OUTPUTS}/a`, 'one');
  put(`${OUTPUTS}/b`, 'two');
  await folders.takeOutputs(maker);
  put(`${OUTPUTS}/a`, 'ONE');
  rmSync(join(root, OUTPUTS, 'b'));
  await folders.takeOutputs(maker);
  const kept = join(root, 'runs/17/agents/maker/task_output');
  expect([readdirSync(kept), readFileSync(join(kept, 'a'), 'utf8')]).toEqual([['a'], 'ONE']);
  rmSync(maker.workspace, { recursive: true });
  expect(await folders.takeOutputs(maker)).toEqual({ outputs: [], problems: [] });
  mkdirSync(maker.workspace);
  await folders.ensureDrawn(maker, { files: [], handed: [] });
  expect(readFileSync(join(root, OUTPUTS, 'a'), 'utf8')).toBe('ONE');
});

test.each(Object.entries(ODD_THINGS))(
  '%s among the outputs is not taken in, and told',
  async (_name, make) => {
    const { root, folders, maker, put } = makeWorld();
    const secret = put('secret.txt', 'secret');
    put(`${OUTPUTS}/good.md`, 'good');
    await make(join(root, OUTPUTS, 'odd'), secret);
    const { outputs } = await folders.takeOutputs(maker);
    const paths = outputs.map(({ path }) => path).filter((path) => !path.endsWith('/inside'));
    expect(paths).toEqual(['agents/maker/task_output/good.md']);
    expect(readdirSync(join(root, 'runs/17/agents/maker/task_output'))).toContain('good.md');
    expect(existsSync(join(root, 'runs/17/agents/maker/task_output/odd/inside'))).toBe(
      _name.includes('in it'),
    );
    expect(folders.listOutputs('17', ['agents/maker/task_output/odd'])).toEqual([]);
  },
  20_000,
);

test('a file of 10 GB among the outputs is left where it is', async () => {
  const { root, folders, maker, put } = makeWorld();
  put(`${OUTPUTS}/good.md`, 'good');
  ODD_FILES['a file of 10 GB with a hole']?.(join(root, OUTPUTS, 'odd'));
  const { outputs } = await folders.takeOutputs(maker);
  expect(outputs.map(({ path }) => path)).toEqual(['agents/maker/task_output/good.md']);
});

test('a folder on the way that is a link leads nowhere', async () => {
  const { root, folders, maker, put } = makeWorld();
  put('outside/schema.sql', 'secret');
  put('worktrees/17/maker/orchestration/agents/maker/x', '');
  symlinkSync(join(root, 'outside'), join(root, OUTPUTS));
  expect(await folders.takeOutputs(maker)).toEqual({ outputs: [], problems: [] });
  expect(existsSync(join(root, 'runs'))).toBe(false);
});

test('an output with the longest name that there is reaches the others', async () => {
  const { root, folders, maker, user, put } = makeWorld();
  const long = `agents/maker/task_output/${'x'.repeat(255)}`;
  put(`${OUTPUTS}/${'x'.repeat(255)}`, 'long');
  expect((await folders.takeOutputs(maker)).problems).toEqual([]);
  expect((await folders.ensureDrawn(user, { files: [], handed: [long] })).given).toEqual([long]);
  expect(readFileSync(join(root, 'worktrees/17/user/orchestration', long), 'utf8')).toBe('long');
});

test('a name that is not UTF-8 is told', async () => {
  const { root, folders, maker, put } = makeWorld();
  put(`${OUTPUTS}/good.md`, 'good');
  writeFileSync(Buffer.concat([Buffer.from(join(root, OUTPUTS, 'odd')), Buffer.from([0xff])]), 'odd');
  const { outputs, problems } = await folders.takeOutputs(maker);
  expect(outputs).toHaveLength(1);
  expect(problems).toEqual([
    { path: 'agents/maker/task_output/odd\ufffd', problem: 'has a name that is not UTF-8' },
  ]);
});

test('of too many folders some are looked at, and nothing that was kept goes', async () => {
  const { root, folders, maker, put } = makeWorld();
  put(`${OUTPUTS}/zz.md`, 'kept');
  await folders.takeOutputs(maker);
  for (let n = 0; n < 1_001; n++) mkdirSync(join(root, OUTPUTS, `${n}`));
  const { problems } = await folders.takeOutputs(maker);
  expect(problems).toContainEqual({
    path: 'agents/maker/task_output/',
    problem: 'holds more than 1000 files and folders',
  });
  expect(readFileSync(join(root, 'runs/17/agents/maker/task_output/zz.md'), 'utf8')).toBe('kept');
});

test('what is told again in the same words changes no file: each change wakes another look', async () => {
  const { root, folders, maker } = makeWorld();
  await folders.ensureDrawn(maker, { files: [], handed: [] });
  execFileSync('mkfifo', [join(root, OUTPUTS, 'pipe')]);
  const told = [`${OUTPUTS}.problem.json`, NOTES.replace('.json', '.problem.json')];
  const tell = async (): Promise<readonly number[]> => {
    await folders.takeOutputs(maker);
    await folders.answerNotes(maker, 'wrong');
    return told.map((path) => statSync(join(root, path)).ino);
  };
  expect(await tell()).toEqual(await tell());
});

test('files too many to be taken in are told beside them', async () => {
  const { root, folders, maker, put } = makeWorld();
  for (let n = 0; n < 305; n++) put(`${OUTPUTS}/${n % 7}/${n}.txt`, `${n}`);
  const { outputs, problems } = await folders.takeOutputs(maker);
  expect([outputs.length, problems.length]).toEqual([300, 5]);
  const told = readFileSync(join(root, `${OUTPUTS}.problem.json`), 'utf8');
  expect(JSON.parse(told).not_taken_in).toHaveLength(5);
  rmSync(join(root, OUTPUTS, '6'), { recursive: true });
  await folders.takeOutputs(maker);
  expect(existsSync(join(root, `${OUTPUTS}.problem.json`))).toBe(false);
});

test.each(Object.entries(ODD_THINGS))(
  '%s in the place of the notes is told, and then drawn over',
  async (_name, make) => {
    const { root, folders, maker, put } = makeWorld();
    const secret = put('secret.txt', 'secret');
    await folders.ensureDrawn(maker, { files: [], handed: [] });
    await make(join(root, NOTES), secret);
    const read = folders.readNotes(maker);
    expect([read?.text, typeof read?.odd]).toEqual([null, 'string']);
    await folders.drawNotes(maker, { text: 'drawn', stamp: read?.stamp ?? null, keepAs: null });
    expect([readFileSync(join(root, NOTES), 'utf8'), readFileSync(secret, 'utf8')]).toEqual([
      'drawn',
      'secret',
    ]);
  },
);

test('notes that have changed are not drawn over, and old ones are kept under another name', async () => {
  const { root, folders, maker, put } = makeWorld();
  put(NOTES, 'one');
  const seen = folders.readNotes(maker);
  rmSync(join(root, NOTES));
  put(NOTES, 'one and more');
  await folders.drawNotes(maker, { text: 'drawn', stamp: seen?.stamp ?? null, keepAs: null });
  expect(readFileSync(join(root, NOTES), 'utf8')).toBe('one and more');
  const again = folders.readNotes(maker);
  await folders.drawNotes(maker, { text: 'fresh', stamp: again?.stamp ?? null, keepAs: 'session_1_a.json' });
  expect(readFileSync(join(root, dirname(NOTES), 'session_1_a.json'), 'utf8')).toBe('one and more');
  expect(readFileSync(join(root, NOTES), 'utf8')).toBe('fresh');
});

test('the folder of one plan shows the run in the place of the folder of the run', async () => {
  const { root, folders, maker, put } = makeWorld('orchestration');
  put(`${OUTPUTS}/schema.sql`, 'CREATE');
  await folders.takeOutputs(maker);
  await folders.drawRun('17', 'shared_status.json', '{}');
  expect(readFileSync(join(root, 'orchestration/shared_status.json'), 'utf8')).toBe('{}');
  expect(readFileSync(join(root, 'orchestration', SCHEMA), 'utf8')).toBe('CREATE');
  expect(folders.isOnePlan).toBe(true);
});

test('what an agent was told already is not written again, as each write would wake a round', async () => {
  const { root, folders, maker, put } = makeWorld();
  put(NOTES, 'no JSON');
  const file = join(root, dirname(NOTES), 'session_current.problem.json');
  await folders.answerNotes(maker, 'it is not JSON');
  const { ino } = statSync(file);
  await folders.answerNotes(maker, 'it is not JSON');
  expect(statSync(file).ino).toBe(ino);
  await folders.answerNotes(maker, 'it is larger than 1024 KB');
  expect(readFileSync(file, 'utf8')).toBe('it is larger than 1024 KB');
});

import { expect, test } from 'vitest';
import { browserCodeNeedsNoNode, layersAreKept, packagesStayInTheirLayer, REACH } from './layers.ts';
import { parseSource, type Rule } from './source-file.ts';

const faults = ({ check }: Rule, path: string, text: string) => check(parseSource(path, text));

test('a value import from a layer that is not in the row is refused, with its line', () => {
  expect(faults(layersAreKept, 'src/domain/session/a.ts', "\nimport { b } from '../../store/b.ts';")).toEqual(
    ['src/domain/session/a.ts:2 domain may not import src/store/b.ts'],
  );
});

test('re-exports, dynamic imports and imported types are imports too', () => {
  const text = [
    "export * from '../store/b.ts';",
    "export { c } from '../store/b.ts';",
    "const d = () => import('../store/b.ts');",
    "type E = import('../store/b.ts').E;",
  ].join('\n');
  expect(faults(layersAreKept, 'src/domain/a.ts', text)).toHaveLength(4);
});

test('where a row allows types only, a value is refused and a type is not', () => {
  const path = 'src/app/stop.ts';
  expect(faults(layersAreKept, path, "import type { Store } from '../store/store.ts';")).toEqual([]);
  expect(faults(layersAreKept, path, "import { open } from '../store/store.ts';")).toEqual([
    'src/app/stop.ts:1 app may import only types of store',
  ]);
  expect(faults(layersAreKept, path, "import { type Store } from '../store/store.ts';")).toHaveLength(1);
});

test('agents may take only types from the runtime, and doors only types from the app', () => {
  expect(faults(layersAreKept, 'src/agents/claude.ts', "import { x } from '../runtime/x.ts';")).toHaveLength(
    1,
  );
  expect(faults(layersAreKept, 'src/cli/stop.ts', "import { x } from '../app/x.ts';")).toHaveLength(1);
  expect(faults(layersAreKept, 'src/cli/stop.ts', "import type { X } from '../app/x.ts';")).toEqual([]);
});

test('its own layer and the rows it lists are free to import', () => {
  const text =
    "import { a } from './a.ts';\nimport { b } from '../domain/b.ts';\nimport { c } from '../app/c.ts';";
  expect(faults(layersAreKept, 'src/supervisor/loop.ts', text)).toEqual([]);
});

test('main may import every layer, and no layer may import main', () => {
  const everything = Object.keys(REACH).map((layer) => `import '../${layer}/x.ts';`);
  expect(faults(layersAreKept, 'src/main/cli.ts', everything.join('\n'))).toEqual([]);
  for (const layer of Object.keys(REACH).filter((name) => name !== 'web')) {
    expect(faults(layersAreKept, `src/${layer}/x.ts`, "import type { X } from '../main/x.ts';")).toHaveLength(
      1,
    );
  }
});

test('source may not import from tests or scripts, and an unknown layer is refused', () => {
  expect(faults(layersAreKept, 'src/store/a.ts', "import { b } from '../../tests/b.ts';")).toHaveLength(1);
  expect(faults(layersAreKept, 'src/services/a.ts', '')).toEqual([
    'src/services/a.ts: "services" is no layer',
  ]);
});

test('a test may import anything', () => {
  expect(faults(layersAreKept, 'src/domain/a.test.ts', "import { b } from '../store/b.ts';")).toEqual([]);
});

test('SQL packages are refused outside the store, even as types', () => {
  for (const name of ['pg', '@photostructure/sqlite']) {
    expect(
      faults(packagesStayInTheirLayer, 'src/main/a.ts', `import type { X } from '${name}';`),
    ).toHaveLength(1);
    expect(faults(packagesStayInTheirLayer, 'src/store/a.ts', `import type { X } from '${name}';`)).toEqual(
      [],
    );
  }
});

test('a package of another layer is refused with the layer that owns it', () => {
  expect(faults(packagesStayInTheirLayer, 'src/store/a.ts', "import 'nodemailer';")).toEqual([
    'src/store/a.ts:1 nodemailer belongs to src/runtime',
  ]);
  expect(faults(packagesStayInTheirLayer, 'src/runtime/a.ts', "import 'nodemailer';")).toEqual([]);
});

test('pure and browser layers may not import Node, nor the domain any package', () => {
  for (const layer of ['domain', 'contract', 'views']) {
    expect(faults(browserCodeNeedsNoNode, `src/${layer}/a.ts`, "import 'node:path';")).toHaveLength(1);
  }
  expect(faults(browserCodeNeedsNoNode, 'src/domain/a.ts', "import * as z from 'zod/mini';")).toHaveLength(1);
  expect(faults(browserCodeNeedsNoNode, 'src/contract/a.ts', "import * as z from 'zod/mini';")).toEqual([]);
});

import assert from 'node:assert/strict'
import { edit, finish, read, search } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import type { Files, Task } from './support/task.ts'

const WORDS = ['api', 'auth', 'cli', 'core', 'docs', 'http', 'jobs', 'logs', 'mail', 'web'] as const
const NAMES = WORDS.flatMap((word) => [word, `${word}-testing`, `${word}-types`])
const pathOf = (name: string): string => `packages/${name}/package.json`

/** Laid out as its people like it: some with tabs, some with the range on a separate line. */
function manifest(name: string, index: number): string {
  const content = {
    name: `@fleet/${name}`,
    version: `1.${index}.0`,
    type: 'module',
    engines: { node: '>=20' },
  }
  return `${JSON.stringify(content, null, index % 3 === 0 ? '\t' : 2)}\n`
}

const PACKAGES: Files = Object.fromEntries(NAMES.map((name, index) => [pathOf(name), manifest(name, index)]))

const raise = (name: string) => edit(pathOf(name), '"node": ">=20"', '"node": ">=22"')

export const bumpAKeyInThirtyFiles: Task = {
  name: 'bump-a-key-in-thirty-files',
  category: 'refactor',
  prompts: [
    'Node 20 is out of support. Raise engines.node from >=20 to >=22 in the package.json of every package. packages/lambda stays: its host has nothing newer.',
  ],
  files: {
    'package.json': `${JSON.stringify({ name: 'fleet', private: true, workspaces: ['packages/*'] }, null, 2)}\n`,
    'packages/lambda/package.json': manifest('lambda', 31),
    'packages/web/README.md': '# @fleet/web\n\nThe old site ran on `"node": ">=20"` for years.\n',
    ...PACKAGES,
  },
  script: [
    [search('"node": ">=20"')],
    [read(pathOf('api')), read(pathOf('auth'))],
    NAMES.slice(0, 15).map(raise),
    NAMES.slice(15).map(raise),
    [search('">=20"')],
    [finish('Require Node 22', 'All packages but `lambda` ask for Node 22 or newer.')],
  ],
  check(work) {
    changesJust(work, ...Object.keys(PACKAGES))
    assert.equal(Object.keys(PACKAGES).length, 30)
    for (const path of Object.keys(PACKAGES))
      sameText(work, path, textOf(work.before, path).replace('>=20', '>=22'))
  },
  mistakes: {
    'one of thirty was forgotten': (work) => undone(work, pathOf('mail-types')),
    'the exception changed': (work) =>
      withFile(work, 'packages/lambda/package.json', (text) => text.replace('>=20', '>=22')),
    'a file was laid out anew': (work) =>
      withFile(work, pathOf('api'), (text) => `${JSON.stringify(JSON.parse(text), null, 2)}\n`),
    'a sentence about the past changed': (work) =>
      withFile(work, 'packages/web/README.md', (text) => text.replace('>=20', '>=22')),
  },
}

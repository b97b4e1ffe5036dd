import assert from 'node:assert/strict'
import { block } from './support/block.ts'
import { edit, finish, read, remove, search } from './support/calls.ts'
import { changesJust, textOf } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import { testsPass } from './support/run-tests.ts'
import type { Task } from './support/task.ts'

const GONE = ['src/old-slug.ts', 'src/strip-marks.ts', 'test/old-slug.test.ts']

export const deleteDeadCode: Task = {
  name: 'delete-dead-code',
  category: 'refactor',
  prompts: [
    'oldSlug has been deprecated since 2.0 and goes with 3.0. Remove it, and what only it needed. The release itself comes later.',
  ],
  files: {
    'package.json': `${JSON.stringify({ name: 'slugs', version: '2.4.0', type: 'module', exports: './src/index.ts', scripts: { test: 'node --test' } }, null, 2)}\n`,
    'README.md': block`
      # slugs

      \`slug('Grüße!')\` is \`gruesse\`.

      \`oldSlug\` does as version 1 did and is deprecated.

      \`shorten('a long title', 6)\` is \`a long\`.
      `,
    'src/index.ts': block`
      export { oldSlug } from './old-slug.ts'
      export { shorten } from './shorten.ts'
      export { slug } from './slug.ts'
      `,
    'src/slug.ts': block`
      import { dashes } from './dashes.ts'

      const LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

      export const slug = (text: string): string =>
        dashes(text.toLowerCase().replace(/[äöüß]/g, (letter) => LETTERS[letter] ?? letter))
      `,
    'src/old-slug.ts': block`
      import { dashes } from './dashes.ts'
      import { stripMarks } from './strip-marks.ts'

      /** @deprecated since 2.0: use slug */
      export const oldSlug = (text: string): string => dashes(stripMarks(text.toLowerCase()))
      `,
    'src/strip-marks.ts': block`
      export const stripMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
      `,
    'src/dashes.ts': block`
      export const dashes = (text: string): string => text.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
      `,
    'src/shorten.ts': block`
      export const shorten = (text: string, length: number): string => text.slice(0, length).trimEnd()
      `,
    'test/slug.test.ts': block`
      import assert from 'node:assert/strict'
      import { test } from 'node:test'
      import { shorten, slug } from '../src/index.ts'

      test('umlauts are written out', () => assert.equal(slug('Grüße, Welt!'), 'gruesse-welt'))
      test('a title is cut', () => assert.equal(shorten('a long title', 6), 'a long'))
      `,
    'test/old-slug.test.ts': block`
      import assert from 'node:assert/strict'
      import { test } from 'node:test'
      import { oldSlug } from '../src/index.ts'

      test('marks are dropped', () => assert.equal(oldSlug('Grüße'), 'gru-e'))
      `,
  },
  script: [
    [search('oldSlug'), search('old-slug')],
    [read('src/old-slug.ts'), read('README.md')],
    [search('stripMarks'), search('dashes')],
    [
      ...GONE.map(remove),
      edit('src/index.ts', "export { oldSlug } from './old-slug.ts'\n", ''),
      edit('README.md', '`oldSlug` does as version 1 did and is deprecated.\n\n', ''),
    ],
    [search('oldSlug')],
    [
      finish(
        'Remove oldSlug',
        '`oldSlug` is gone, with its test and `stripMarks`, which nothing else used. This breaks who still calls it.',
      ),
    ],
  ],
  async check(work) {
    changesJust(work, ...GONE, 'src/index.ts', 'README.md')
    for (const path of GONE) assert.equal(work.after[path], undefined, `${path} is still there`)
    for (const path of Object.keys(work.after))
      assert.doesNotMatch(
        textOf(work.after, path),
        /oldSlug|old-slug|stripMarks/,
        `${path} speaks of what is gone`,
      )
    assert.match(textOf(work.after, 'README.md'), /gruesse[\s\S]*shorten/, 'README lost more than that')
    await testsPass(work.after)
  },
  mistakes: {
    'what only it needed is still there': (work) => undone(work, 'src/strip-marks.ts'),
    'README still tells of it': (work) => undone(work, 'README.md'),
    'what others need is gone, too': (work) => withFile(work, 'src/dashes.ts', () => null),
    'it is still exported': (work) => undone(work, 'src/index.ts'),
  },
}

import { block } from './support/block.ts'
import { edit, finish, read } from './support/calls.ts'
import { changesJust } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import { readImage } from './support/read-image.ts'
import { testsPass } from './support/run-tests.ts'
import type { Task } from './support/task.ts'

const MENU = 'src/menu.ts'
const TEST = 'test/menu.test.ts'

const HIDDEN = block`
  import assert from 'node:assert/strict'
  import { test } from 'node:test'
  import { renderMenu } from '../src/menu.ts'

  test('the menu is that of the screenshot', () => {
    const labels = [...renderMenu('inbox').matchAll(/>([^<>]+)<\/a>/g)].map(([, label]) => label)
    assert.deepEqual(labels, ['Inbox', 'Starred', 'Sent', 'Scheduled', 'Archive', 'Trash'])
  })

  test('the links stay what they are', () => {
    const links = [...renderMenu('inbox').matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
    assert.deepEqual(links, ['/inbox', '/starred', '/sent', '/scheduled', '/archive', '/trash'])
  })
  `

export const makeAMenuLookLikeAScreenshot: Task = {
  name: 'make-a-menu-look-like-a-screenshot',
  category: 'images',
  provider: 'anthropic',
  prompts: [
    'docs/menu.png is how the menu should look: the same entries with the same labels in the same order. An entry links to its label in lower case. Please change src/menu.ts accordingly.',
  ],
  files: {
    'package.json': `${JSON.stringify({ name: 'post', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
    'docs/menu.png': readImage('menu.png'),
    [MENU]: block`
      const ENTRIES = [
        { label: 'Inbox', link: '/inbox' },
        { label: 'Sent', link: '/sent' },
        { label: 'Starred', link: '/starred' },
        { label: 'Old', link: '/old' },
        { label: 'Trash', link: '/trash' },
      ] as const

      /** The menu, with the entry of the open folder marked. */
      export const renderMenu = (open: string): string =>
        ENTRIES.map(
          ({ label, link }) => \`<a href="\${link}"\${link === \`/\${open}\` ? ' class="on"' : ''}>\${label}</a>\`,
        ).join('\n')
      `,
    [TEST]: block`
      import assert from 'node:assert/strict'
      import { test } from 'node:test'
      import { renderMenu } from '../src/menu.ts'

      test('the open folder is marked', () => {
        assert.match(renderMenu('sent'), /<a href="\/sent" class="on">Sent<\/a>/)
        assert.equal(renderMenu('inbox').match(/class="on"/g)?.length, 1)
      })
      `,
  },
  script: [
    [read('docs/menu.png'), read(MENU)],
    [
      edit(
        MENU,
        `  { label: 'Sent', link: '/sent' },
  { label: 'Starred', link: '/starred' },
  { label: 'Old', link: '/old' },
`,
        `  { label: 'Starred', link: '/starred' },
  { label: 'Sent', link: '/sent' },
  { label: 'Scheduled', link: '/scheduled' },
  { label: 'Archive', link: '/archive' },
`,
      ),
    ],
    [
      finish(
        'Bring the menu into its new form',
        'The entries, their labels and their order are those of docs/menu.png.',
      ),
    ],
  ],
  async check(work) {
    changesJust(work, MENU)
    await testsPass({ ...work.after, 'test/hidden.test.ts': HIDDEN })
  },
  mistakes: {
    'the order is that of before': (work) =>
      withFile(work, MENU, (text) => text.replace(/(.*Starred.*\n)(.*Sent.*\n)/, '$2$1')),
    'a label of the screenshot is another': (work) =>
      withFile(work, MENU, (text) => text.replace("'Scheduled'", "'Planned'")),
    'nothing changed in the end': (work) => undone(work, MENU),
  },
}

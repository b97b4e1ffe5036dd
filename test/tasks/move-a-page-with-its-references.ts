import assert from 'node:assert/strict'
import { RELAY_DOCS } from './repositories/relay-docs.ts'
import { edit, finish, move, read, search } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const OLD = 'quickstart.mdx'
const NEW = 'get-started/quickstart.mdx'

export const moveAPageWithItsReferences: Task = {
  name: 'move-a-page-with-its-references',
  category: 'docs',
  prompts: [
    'Move quickstart.mdx to get-started/quickstart.mdx and make everything that points to it point there. People have bookmarked /quickstart, so add a redirect for it, and do not send those who come by an older redirect round two corners.',
  ],
  files: RELAY_DOCS,
  script: [
    [search('quickstart'), read('docs.json')],
    [
      move(OLD, NEW),
      edit('docs.json', '"pages": ["index", "quickstart"]', '"pages": ["index", "get-started/quickstart"]'),
      edit(
        'docs.json',
        '"redirects": [{ "source": "/start", "destination": "/quickstart" }]',
        '"redirects": [\n    { "source": "/start", "destination": "/get-started/quickstart" },\n    { "source": "/quickstart", "destination": "/get-started/quickstart" }\n  ]',
      ),
      edit('index.mdx', 'href="/quickstart"', 'href="/get-started/quickstart"'),
      edit('guides/authentication.mdx', '(/quickstart#install)', '(/get-started/quickstart#install)'),
    ],
    [search('quickstart')],
    [
      finish(
        'Move the quickstart to get-started',
        'Links and navigation lead to the new place, and so do `/quickstart` and `/start`.',
      ),
    ],
  ],
  check(work) {
    changesJust(work, OLD, NEW, 'docs.json', 'index.mdx', 'guides/authentication.mdx')
    sameText(work, NEW, textOf(work.before, OLD))
    for (const path of ['index.mdx', 'guides/authentication.mdx'])
      sameText(work, path, textOf(work.before, path).replace('/quickstart', '/get-started/quickstart'))
    const { redirects, ...site } = JSON.parse(textOf(work.after, 'docs.json'))
    const { redirects: _, ...expected } = JSON.parse(
      textOf(work.before, 'docs.json').replace('"quickstart"]', '"get-started/quickstart"]'),
    )
    assert.deepEqual(site, expected, 'the rest of docs.json is not as it should be')
    const ways = redirects.map(
      (way: { source: string; destination: string }) => `${way.source} to ${way.destination}`,
    )
    assert.deepEqual(
      ways.toSorted(),
      ['/quickstart to /get-started/quickstart', '/start to /get-started/quickstart'],
      'the redirects are not as they should be',
    )
  },
  mistakes: {
    'the old page is still there': (work) => undone(work, OLD),
    'a link leads nowhere': (work) => undone(work, 'guides/authentication.mdx'),
    'an older redirect goes round two corners': (work) =>
      withFile(work, 'docs.json', (text) =>
        text.replace(
          '"/start", "destination": "/get-started/quickstart"',
          '"/start", "destination": "/quickstart"',
        ),
      ),
    'the anchor of a link was lost': (work) =>
      withFile(work, 'guides/authentication.mdx', (text) => text.replace('#install', '')),
  },
}

import { expect, test } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

/** The list of such an index has more bytes than git's output may have by default: as many as 400,000 files take. */
const PATHS = Array.from({ length: 9000 }, (_, at) => `huge/${at}/${'x'.repeat(4000)}`)
const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'

async function openHugeTree() {
  const tree = await openTree({ 'src/a.txt': 'one\n', 'huge/here.txt': '' })
  const input = PATHS.map((path) => `100644 ${EMPTY}\t${path}\0`).join('')
  expect(await tree.git(['update-index', '-z', '--index-info'], { input })).toMatchObject({ code: 0 })
  return tree
}

test('a file in a folder of a huge repository is edited', async () => {
  await using tree = await openHugeTree()
  const edit = { path: 'src/a.txt', old: 'one', new: 'two' }
  expect(await tree.workspace.edit(edit)).toMatchObject({ ok: true })
})

test('a huge folder is neither deleted nor moved', async () => {
  await using tree = await openHugeTree()
  const refusal = { ok: false, text: expect.stringContaining('huge holds more than 1000 files') }
  expect(await tree.workspace.delete({ path: 'huge' })).toEqual(refusal)
  expect(await tree.workspace.move({ from: 'huge', to: 'moved' })).toEqual(refusal)
})

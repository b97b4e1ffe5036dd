import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

it('every tool says why it cannot touch a file whose name is not UTF-8, as list shows it', async () => {
  await using tree = await openTree({ 'a.txt': 'one\n' })
  const { workspace, root } = tree
  writeFileSync(
    Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')]),
    'one\n',
  )
  await tree.git(['add', '-A'])
  const path = 'caf\ufffd.txt'
  expect((await workspace.list({})).text.split('\n')).toContain(path)
  const refusal = {
    ok: false,
    text: `${path} has a name that is not UTF-8, or does not exist. Such files can be neither read nor changed: leave them, and say so when you finish.`,
  }
  for (const attempt of [
    await workspace.read({ path }),
    await workspace.search({ path, pattern: 'one' }),
    await workspace.edit({ path, old: 'one', new: 'two' }),
    await workspace.write({ path, text: 'two' }),
    await workspace.move({ from: path, to: 'b.txt' }),
    await workspace.delete({ path }),
  ])
    expect(attempt).toEqual(refusal)
})

import { expect, test } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

test('a folder of 1,000 files is moved and deleted, and one of 1,001 is not', async () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${count}/${at}.txt`, '']))
  await using tree = await openTree({ ...files(1000), ...files(1001) })
  const { workspace } = tree
  expect(await workspace.delete({ path: '1001' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('1001 holds more than 1000 files'),
  })
  expect(await workspace.move({ from: '1000', to: 'moved' })).toMatchObject({ ok: true })
  expect(await workspace.delete({ path: 'moved' })).toMatchObject({ ok: true })
})

test.each([
  [65_536, ' in ISO-8859-1'],
  [65_537, ''],
])('an .editorconfig of %s bytes', async (size, encoding) => {
  const rule = '[*]\ncharset = latin1\n'
  await using tree = await openTree({ '.editorconfig': rule + '#'.repeat(size - rule.length) })
  expect((await tree.workspace.write({ path: 'a.txt', text: 'x' })).text).toBe(
    `Created a.txt (1 bytes${encoding}).`,
  )
})

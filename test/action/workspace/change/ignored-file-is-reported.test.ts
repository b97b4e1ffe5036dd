import { expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

it.each([
  ['write', { path: 'build/a.txt', text: 'a' }],
  ['apply_patch', { patch: '*** Add File: build/a.txt\n+a' }],
])('to the model that makes it (%s)', async (_, request) => {
  await using tree = await openTree({ '.gitignore': 'build/\n' })
  const attempt = await ('patch' in request
    ? tree.workspace.applyPatch(request)
    : tree.workspace.write(request))
  expect(attempt).toEqual({
    ok: true,
    text: expect.stringMatching(/ Git ignores build\/a\.txt, so this will not be in the pull request/),
  })
})

it('reports nothing about a file that git sees', async () => {
  await using tree = await openTree({ '.gitignore': 'build/\n', 'build/kept.txt': 'tracked' })
  for (const path of ['a.txt', 'building/a.txt']) {
    expect((await tree.workspace.write({ path, text: 'a' })).text).toMatch(/bytes\)\.$/)
  }
})

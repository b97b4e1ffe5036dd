import { expect, test } from 'vitest'
import { REPOSITORY, SHA, world } from '../github-world.ts'

const [GITHUB, WORKFLOWS] = ['a'.repeat(40), 'b'.repeat(40)]
const file = (path: string, mode = '100644') => ({ path, mode, type: 'blob', sha: 'c'.repeat(40) })
const folder = (path: string, sha: string) => ({ path, mode: '040000', type: 'tree', sha })
type Entry = ReturnType<typeof file>

interface Answer {
  readonly tree: readonly Entry[]
  readonly truncated?: boolean
}
const ROOT: Answer = { tree: [folder('.github', GITHUB), file('a.txt')] }
const MIDDLE: Answer = { tree: [folder('workflows', WORKFLOWS)] }

/** What the server finds if GitHub answers with these trees, as far as they are asked for. */
function listed(...answers: readonly Answer[]) {
  const { api, github } = world()
  const asked = [SHA, GITHUB, `${WORKFLOWS}?recursive=1`]
  for (const [at, { tree, truncated = false }] of answers.entries())
    api.get(`/repos/acme/hello/git/trees/${asked[at]}`).reply(200, { sha: SHA, tree, truncated })
  return github.listWorkflowFiles(REPOSITORY, SHA)
}

test('workflow files of nested folders are listed, with links and submodules, but without similar names', async () => {
  const root = { tree: [folder('.GitHub', SHA), ...ROOT.tree] }
  const inside = [file('ci.yml'), folder('more', SHA), file('more/b.yml', '120000'), file('sub', '160000')]
  expect(await listed(root, MIDDLE, { tree: inside })).toEqual(
    [
      ['ci.yml', '100644'],
      ['more/b.yml', '120000'],
      ['sub', '160000'],
    ].map(([path, mode]) => ({ path: `.github/workflows/${path}`, mode, sha: 'c'.repeat(40) })),
  )
})

test('a file in the place of the folder has no workflow files', async () => {
  expect(await listed({ tree: [file('.github', '120000')] })).toEqual([])
  expect(await listed(ROOT, { tree: [file('workflows', '120000')] })).toEqual([])
})

// What is missing in a list would be published unseen.
test.each<[string, Answer[]]>([
  ['GitHub lists only a part of the root', [{ tree: [file('!1')], truncated: true }]],
  ['GitHub lists only a part of .github', [ROOT, { tree: [file('!1')], truncated: true }]],
  ['GitHub lists only a part of the workflows', [ROOT, MIDDLE, { tree: [file('a.yml')], truncated: true }]],
  ['a folder is there twice', [{ tree: [folder('.github', SHA), ...ROOT.tree] }]],
  ['a file is there twice', [ROOT, MIDDLE, { tree: [file('a.yml'), file('a.yml')] }]],
  ['they are too many', [ROOT, MIDDLE, { tree: Array.from({ length: 2001 }, (_, at) => file(`${at}.yml`)) }]],
  ['a name is not UTF-8', [ROOT, MIDDLE, { tree: [file('a\ufffd.yml')] }]],
])('a merge is refused if %s', async (_, answers) => {
  await expect(listed(...answers)).rejects.toMatchObject({ reason: { code: 'update-refused' } })
})

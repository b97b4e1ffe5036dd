import { expect, test } from 'vitest'
import type { ControlPlane } from '../../../src/action/control-plane/control-plane.ts'
import { findInstructionFiles } from '../../../src/action/git/checkout/task-files.ts'
import { fetchDefaultBranch } from '../../../src/action/stages/read-settings.ts'
import type { Assignment } from '../../../src/contract/runner-protocol/assignment.ts'
import { READ_TOKEN } from '../../fakes/github/one-repository.ts'
import { givenRemote, prepared } from '../git/given-remote.ts'

type Said = Pick<Assignment, 'base' | 'baseFrom' | 'defaultBranch'>

/** What binds in the folder `a` on a base that says otherwise than `main`. */
async function bindingIn(said: Said) {
  const { commit, prepare } = await givenRemote({ 'a/AGENTS.md': 'of main' })
  commit('old', { 'a/AGENTS.md': 'of the base' }, 'main')
  const tree = prepared(await prepare({ base: said.base }))
  const warnings: string[] = []
  const log = { info() {}, notice() {}, failure() {}, warning: (text: string) => void warnings.push(text) }
  const sha = await fetchDefaultBranch(
    {
      controlPlane: { assignment: { ...said, fetchToken: READ_TOKEN } } as ControlPlane,
      log: { ...log, group: (_, work) => work() },
      confidentiality: { isOn: false, add() {}, redactQuotes: (text) => text },
    },
    tree,
  )
  const files =
    sha === null ? [] : await findInstructionFiles(tree.repository, sha, ['a/AGENTS.md'], () => {})
  return { text: files[0]?.text ?? null, warnings }
}

test.each<[string, Said, string | null]>([
  ['the base is the default branch', { base: 'main', defaultBranch: 'main' }, 'of main'],
  ['the job names another base', { base: 'old', baseFrom: 'job', defaultBranch: 'main' }, 'of main'],
  ['an older server says that the base is it', { base: 'main', baseFrom: 'default-branch' }, 'of main'],
  ['an older server does not say', { base: 'old', baseFrom: 'config' }, null],
])('%s', async (_, said, text) => {
  expect(await bindingIn(said)).toEqual({ text, warnings: [] })
})

test('an unreachable default branch gives no instructions, and the log reports it', async () => {
  const { text, warnings } = await bindingIn({ base: 'old', baseFrom: 'job', defaultBranch: 'gone' })
  expect(text).toBeNull()
  expect(warnings[0]).toContain('the default branch gone could not be fetched')
})

import { expect, test } from 'vitest'
import { type Files, givenRemote } from '../given-remote.ts'
import { BRANCH, mergeIn } from './given-merge.ts'

/** Merges a base and a branch that have changed the same file in different ways. */
async function mergeOf(common: Files, path: string, [ours, theirs]: readonly [Buffer, Buffer]) {
  const given = await givenRemote({ ...common, [path]: 'one\n' })
  given.commit(BRANCH, { [path]: ours }, 'main')
  given.commit('main', { [path]: theirs })
  return (await mergeIn(given)).result
}

test.each<[string, readonly [Buffer, Buffer]]>([
  ['binary', [Buffer.from('\0GITCRYPT\0a'), Buffer.from('\0GITCRYPT\0b')]],
  ['text', [Buffer.from('U2FsdGVkX1aa\n'), Buffer.from('U2FsdGVkX1bb\n')]],
])('a conflict in an encrypted file is left to a person: %s', async (_, versions) => {
  const attributes = { '.gitattributes': 'secrets/** filter=crypt diff=crypt merge=crypt\n' }
  const result = await mergeOf(attributes, 'secrets/a', versions)
  expect(result).toMatchObject({ kind: 'refused', reason: { code: 'update-refused' } })
  expect(JSON.stringify(result)).toContain(
    'the conflict in secrets/a can be resolved only by a person: .gitattributes assigns it to a filter',
  )
})

test('a conflict in what a link at a protected path leads to gets the version of the base', async () => {
  const links = { 'AGENTS.md': { link: 'docs/for-ai.md' } }
  const versions = [Buffer.from('two\n'), Buffer.from('three\n')] as const
  const result = await mergeOf(links, 'docs/for-ai.md', versions)
  expect(result).toMatchObject({ kind: 'merged', merge: { fromBase: ['docs/for-ai.md'], conflicts: [] } })
})

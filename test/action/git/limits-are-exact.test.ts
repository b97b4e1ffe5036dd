import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { findInstructionFiles, findPullRequestTemplate } from '../../../src/action/git/checkout/task-files.ts'
import { findLinkedHosts } from '../../../src/action/git/diff/new-links.ts'
import { planPublish } from '../../../src/action/git/policy/plan-publish.ts'
import { memoizeGit } from '../../../src/action/git/process/repository.ts'
import { oneLine, spawnGit } from '../../../src/action/git/process/spawn-git.ts'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'
import { givenRemote, prepared } from './given-remote.ts'

const AROUND = { cwd: tmpdir(), env: { PATH: process.env.PATH ?? '' } }
/** A git command that does what the shell says. */
const shell = (script: string) => ['-c', `alias.run=!${script}`, 'run']
const words = (length: number) => 'x'.repeat(length)

test.each([
  [10, { maxBytes: 10 }],
  [32 * 1024 * 1024, {}],
])('%d bytes of output are kept, one more is cut', async (most, options) => {
  const print = (bytes: number) => spawnGit(shell(`head -c ${bytes} /dev/zero`), AROUND, options)
  const whole = await print(most)
  expect([whole.stdout.length, whole.cut]).toEqual([most, false])
  const larger = await print(most + 1)
  expect([larger.stdout.length, larger.cut]).toEqual([most, true])
})

test('64 KiB of messages are kept', async () => {
  const complain = async (bytes: number) =>
    (await spawnGit(shell(`head -c ${bytes} /dev/zero >&2`), AROUND)).stderr.length
  expect(await complain(65_536)).toBe(65_536)
  expect(await complain(65_537)).toBe(65_536)
})

test('400 characters of a message are shown', () => {
  expect(oneLine('x '.repeat(200))).toBe('x '.repeat(200).trim())
  expect(oneLine(`a${' x'.repeat(199)}y`)).toHaveLength(400)
  expect(oneLine(`a${' x'.repeat(200)}`)).toHaveLength(400)
})

test('eight outputs of up to 1 MiB are remembered', async () => {
  let asked = 0
  const { git } = memoizeGit(async () => {
    asked += 1
    return { code: 0, stdout: Buffer.alloc(1024 * 1024), stderr: '', cut: false }
  })
  for (const to of 'abcdefgh') await git(['diff-tree', to])
  for (const to of 'abcdefgh') await git(['diff-tree', to])
  expect(asked).toBe(8)
})

test('64 KiB of an instruction file and 32 KiB of a template are read', async () => {
  const { prepare } = await givenRemote({
    ...{ 'A.md': words(65_536), 'B.md': `${words(65_536)}y` },
    'pull_request_template.md': `${words(32_768)}y`,
  })
  const { repository, baseSha } = prepared(await prepare())
  const files = await findInstructionFiles(repository, baseSha, ['A.md', 'B.md'], () => {})
  expect(files.map(({ text }) => text.length)).toEqual([65_536, 65_536])
  expect((await findPullRequestTemplate(repository, baseSha))?.text).toBe(words(32_768))
})

test('a file of 16 MiB is searched, a larger one is not', async () => {
  const large = `needle\n${words(16 * 1024 * 1024 - 7)}`
  const { prepare } = await givenRemote({ 'a.txt': large, 'b.txt': `${large}x` })
  const { git } = prepared(await prepare()).repository
  expect((await git(['grep', '-Il', '-F', '-e', 'needle'])).stdout).toBe('a.txt\n')
})

test('the search covers 200 hosts', async () => {
  const hosts = Array.from({ length: 201 }, (_, at) => `h${at}.example`)
  const { prepare } = await givenRemote({ 'a.md': hosts.map((host) => `https://${host}/`).join('\n') })
  const { repository, baseSha } = prepared(await prepare())
  expect([...(await findLinkedHosts(repository, baseSha, hosts))]).toEqual(hosts.slice(0, 200))
})

test('a change may have as many files and bytes as the settings say', () => {
  const rules = { allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 2, maxBytes: 20 }
  const changed = (path: string, newSize: number) => ({
    ...{ path, oldPath: null, kind: 'modified' as const, oldMode: '100644', newMode: '100644', newSize },
    ...{ oldSize: 1, additions: 1, deletions: 0, addedLines: [] },
  })
  const plan = (...sizes: number[]) =>
    planPublish({
      changes: sizes.map((size, at) => changed(`f${at}`, size)),
      ...{ rules, links: [], gitFolders: new Set(), filters: new Map(), secrets: indexSecrets() },
    }).kind
  expect([plan(10, 10), plan(10, 11), plan(1, 1, 1)]).toEqual(['publish', 'refuse', 'refuse'])
})

test('five secrets are named, the rest is counted', () => {
  const rules = { allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 9, maxBytes: 99 }
  const detail = (lines: number) => {
    const addedLines = Array.from({ length: lines }, (_, at) => ({ number: at + 1, text: 'hunter2-hunter2' }))
    const change = {
      ...{ path: 'a', oldPath: null, kind: 'modified' as const, oldMode: '100644', newMode: '100644' },
      ...{ newSize: 1, oldSize: 1, additions: lines, deletions: 0, addedLines },
    }
    const plan = planPublish({
      ...{ changes: [change], rules, links: [], gitFolders: new Set(), filters: new Map() },
      secrets: indexSecrets(['hunter2-hunter2']),
    })
    return plan.kind === 'refuse' ? plan.refusal.detail : ''
  }
  expect(detail(5)).toMatch(/line 5$/)
  expect(detail(6)).toMatch(/line 5; and 1 more$/)
})

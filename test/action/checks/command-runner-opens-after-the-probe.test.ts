import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCommandRunner } from '../../../src/action/checks/command-runner.ts'
import { factsWith, folderOfTest, GOOD_PROBE, printing } from '../../support/action/scripted-unshare.ts'

const signal = new AbortController().signal

/** A command runner on a machine where `cell` stands in for an isolated command. */
async function openOn(cell: string) {
  const folder = await folderOfTest()
  const words = join(folder, 'words')
  const facts = await factsWith(folder, {
    chown: '',
    unshare: `
if [ "$1" = --pid ]; then while [ "$1" != -- ]; do shift; done; shift; exec "$@"; fi
BEGUN='${join(folder, 'checks/begun')}'
printf '%s\\0' "$@" >'${words}'
${cell}`,
  })
  const exported: string[] = []
  const opened = await openCommandRunner({
    ...{ facts, platform: 'linux', signal, now: Date.now },
    environment: { PATH: '/tools', GOROOT: '/go', HTTPS_PROXY: 'proxy' },
    ...{ workspace: '/the workspace', scratch: folder },
    treeFiles: { exportTree: async (tree) => void exported.push(tree), exportChanges: async () => [] },
    bounds: { processes: 200, fileBytes: 2 ** 30, output: 2 ** 20 },
  })
  return { opened, exported, words: async () => (await readFile(words, 'utf8')).split('\0').slice(0, -1) }
}

test('commands run on the tree that was begun, each phase with its own environment', async () => {
  const { opened, exported, words } = await openOn(printing(GOOD_PROBE))
  if (opened.kind !== 'open') throw new Error(opened.why)
  const { commandRunner } = opened
  await commandRunner.begin('setup', 'a tree', signal)
  expect(exported).toEqual(['a tree'])
  const command = { run: 'make', seconds: 20, signal }
  expect(await commandRunner.run('round', command)).toMatchObject({
    kind: 'ran',
    run: { end: { kind: 'exited', code: 0 }, output: `${GOOD_PROBE}\n` },
  })
  const round = await words()
  expect(round).toContain('make')
  expect(round.slice(-1)).toEqual(['GOROOT=/go'])
  expect(round).toContain('PATH=/tools')
  await commandRunner.run('setup', command)
  expect((await words()).slice(-2)).toEqual(['GOROOT=/go', 'HTTPS_PROXY=proxy'])
  const cut = await commandRunner.run('round', { ...command, share: { head: 30, tail: 30 } })
  expect(cut.kind === 'ran' && cut.run.output).toContain('bytes left out')
})

test('files are collected as the commands have left them', async () => {
  const { opened, words } = await openOn(printing(GOOD_PROBE))
  if (opened.kind !== 'open') throw new Error(opened.why)
  const named = { patterns: ['^a$'], exact: ['a'], starts: ['a'] }
  // What the probe prints is no list of files.
  expect(await opened.commandRunner.collect(named, signal)).toMatchObject({ kind: 'failed' })
  expect(await words()).toContain('PATTERNS=^a$')
})

test('where the probe finds that a command is not isolated, there is no command runner', async () => {
  const { opened } = await openOn(printing(GOOD_PROBE.replace('Network lo:', 'Network eth0:')))
  expect(opened).toEqual({ kind: 'closed', why: 'there is a network' })
})

test('the probe looks for the workspace, which no command may see', async () => {
  const { words } = await openOn('exit 1')
  expect(await words()).toContain('OUTSIDE=/the workspace')
})

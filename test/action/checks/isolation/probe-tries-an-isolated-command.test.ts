import { execFileSync } from 'node:child_process'
import { readlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { INHERITANCE_SCRIPT } from '../../../../src/action/checks/isolation/isolation-script.ts'
import { probeIsolation } from '../../../../src/action/checks/isolation/probe.ts'
import { systemCallsOf } from '../../../../src/action/checks/isolation/system-calls.ts'
import { cellWith, GOOD_PROBE, printing } from '../../../support/action/scripted-unshare.ts'

const signal = new AbortController().signal

interface Given {
  readonly platform?: string
  readonly keyctl?: null
  /** Called when a phase begins. */
  readonly begin?: () => void
}

async function probe(unshare: string, { platform = 'linux', begin, ...over }: Given = {}) {
  const cell = await cellWith(unshare)
  const facts = { ...cell.facts, ...over }
  const phases: string[] = []
  const folder = {
    store: cell.store,
    async begin(phase: string, tree: string | null) {
      phases.push(`${phase} ${tree}`)
      begin?.()
    },
  }
  const why = await probeIsolation({ ...cell, facts }, folder, {
    platform,
    outside: '/the workspace',
    signal,
  })
  return { why, phases, words: () => cell.words() }
}

test('a runner whose command is isolated can run commands', async () => {
  const { why, phases, words } = await probe(printing(GOOD_PROBE))
  expect([why, phases]).toEqual([null, ['round null', 'setup null']])
  const given = await words()
  expect(given).toContain('OUTSIDE=/the workspace')
  expect(given).toContain(`INHERITANCE_SCRIPT=${INHERITANCE_SCRIPT}`)
  expect(given.some((word) => /^KEYCTL=\d+$/.test(word))).toBe(true)
  expect(given).toContain('none')
})

test('the isolated command is compared with this process', async () => {
  const net = await readlink('/proc/self/ns/net')
  const { why } = await probe(printing(GOOD_PROBE.replace('net:[1]', net)))
  expect(why).toBe('the net namespace is that of the runner')
  const others = await probe(printing(GOOD_PROBE.replaceAll('65123', '0')))
  expect(others.why).toBe('the command runs as the same user')
})

test('the keyring of this process is not that of an isolated command', async () => {
  const keyctl = String(systemCallsOf(process.arch).keyctl ?? 250)
  const printed = execFileSync('/usr/bin/perl', ['-e', INHERITANCE_SCRIPT, keyctl], { encoding: 'utf8' })
  const own = printed.match(/^Keyring (\S+)$/m)?.[1] ?? ''
  const { why } = await probe(printing(GOOD_PROBE.replace(/Keyring \d+/, `Keyring ${own}`)))
  // Where no process can use keyrings, none is shared.
  expect(why).toBe(own === 'none' ? null : 'the session keyring is that of the runner')
})

test('the reason for missing isolation is named', async () => {
  expect((await probe('echo "unshare: not permitted" >&2; exit 1')).why).toBe('unshare: not permitted')
  expect((await probe('printf begun >"$BEGUN"; echo " no perl "; exit 2')).why).toBe(
    'the probe failed: no perl',
  )
  expect((await probe('', { platform: 'darwin' })).why).toBe('the runner is not Linux but darwin')
  expect((await probe('', { keyctl: null })).why).toBe(
    'the system call `keyctl` has no known number on this processor',
  )
})

test('a folder that cannot be prepared is the reason', async () => {
  const failing = (thrown: unknown) =>
    probe('', {
      begin: () => {
        throw thrown
      },
    })
  expect((await failing(new Error('rm as root: no'))).why).toBe('rm as root: no')
  expect((await failing('no words')).why).toBe('no words')
})

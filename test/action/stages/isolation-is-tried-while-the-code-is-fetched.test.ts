import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Checkout } from '../../../src/action/git/checkout/checkout.ts'
import { openRunner } from '../../../src/action/stages/checks.ts'
import type { RunContext } from '../../../src/action/stages/run-context.ts'

const neverFetched = new Promise<Checkout>(() => {})
const COMMANDS = Promise.resolve({ checks: null, commands: { setup: [] } })

function openJob(mode?: 'ask'): RunContext {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [workspace, scratch] = [join(folder, 'work'), join(folder, 'scratch')]
  for (const path of [workspace, scratch]) mkdirSync(path)
  return {
    ...{ workspace, scratch, temp: folder, environment: process.env, now: Date.now },
    signal: new AbortController().signal,
    controlPlane: { assignment: { ...(mode && { mode }) } },
  } as unknown as RunContext
}

test('whether commands can be isolated is known before the code is there', async () => {
  const opened = await openRunner(openJob(), neverFetched, COMMANDS)
  expect(['open', 'closed']).toContain(opened?.kind)
})

test('nothing is tried for a run without commands, or for one that changes nothing', async () => {
  const none = Promise.resolve({ checks: null, commands: null })
  expect(await openRunner(openJob(), neverFetched, none)).toBeNull()
  expect(await openRunner(openJob('ask'), neverFetched, COMMANDS)).toBeNull()
})

test('if the code is refused, nothing more is tried', async () => {
  const refused = Promise.reject(new Error('no such branch'))
  expect(await openRunner(openJob(), refused, COMMANDS)).toMatchObject({ kind: 'closed' })
})

import assert from 'node:assert/strict'
import type { CommandRunner } from '../../../src/action/checks/command-runner.ts'
import { openChecks } from '../../../src/action/checks/open-checks.ts'
import { createMutex } from '../../../src/action/workspace/open-workspace.ts'
import { type CheckScene, command, only, openCheckScene } from '../../support/action/check-scene.ts'
import type { Files } from './task.ts'

const WITHIN_SECONDS = 60

/** One command runner for all results: its probe takes longer than most tests of the projects. */
let opened: Promise<{ readonly scene: CheckScene; readonly commandRunner: CommandRunner }> | null = null
const inTurn = createMutex()

/**
 * Runs a command in the root of the files, in the isolation of checks: it has programs of the system, no network, and
 * nothing of the results before.
 */
export async function commandPasses(files: Files, run: string): Promise<void> {
  const { passed, detail, output } = await inTurn(async () => {
    opened ??= open()
    const { scene, commandRunner } = await opened
    const plan = { setup: [], commands: [command(run, WITHIN_SECONDS)], rounds: 1 }
    const { signal } = new AbortController()
    const checks = openChecks({ plan, place: commandRunner, signal, onResult: () => undefined })
    return only(await checks.inspect(await scene.makeTree(files), signal))
  })
  assert.ok(passed, `${run}: ${detail}: ${output.trim().slice(-400)}`)
}

async function open() {
  const scene = await openCheckScene()
  const place = await scene.openCommandRunner()
  if (place.kind === 'open') return { scene, commandRunner: place.commandRunner }
  await scene[Symbol.asyncDispose]()
  throw new Error(place.why)
}

/** Removes what the command runner has left in the temporary folder. */
export async function closeJudgingCommands(): Promise<void> {
  await inTurn(async () => {
    const last = await opened
    opened = null
    await last?.scene[Symbol.asyncDispose]()
  })
}

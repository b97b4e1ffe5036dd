import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeFiles } from '../../support/action/write-files.ts'
import type { Files } from './task.ts'

const WITHIN_MS = 60_000

/**
 * Runs all tests that the files hold, with Node's own runner. A model wrote part of what runs here: it may read these
 * files and no others, write nothing and start nothing.
 */
export async function testsPass(files: Files): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'prentice-task-')))
  try {
    await writeFiles(folder, files)
    const fence = ['--permission', `--allow-fs-read=${folder}`]
    const run = ['--test', '--test-isolation=none', '--test-reporter=spec']
    const options = { cwd: folder, env: { PATH: process.env.PATH }, timeout: WITHIN_MS }
    const { stdout } = await promisify(execFile)(process.execPath, [...fence, ...run], options).catch(
      (error: Error & { stdout?: string }) => assert.fail(`its tests fail: ${firstFailure(error)}`),
    )
    assert.doesNotMatch(stdout, /^ℹ pass 0$/m, 'it has no tests')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The lines of the report from the first failure on. */
function firstFailure({ stdout = '', message }: Error & { stdout?: string }): string {
  const lines = stdout.split('\n')
  const at = lines.findIndex((line) => line.trimStart().startsWith('✖'))
  return at === -1
    ? message
    : lines
        .slice(at, at + 3)
        .join(' ')
        .trim()
}

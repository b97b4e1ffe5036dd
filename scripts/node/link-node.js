/*
 * Runs after `npm ci` and `npm install`. npm puts node_modules/.bin first in the PATH of its scripts, so a link named
 * `node` in there decides which Node runs them: the one that package-lock.json pins, if there is one for this platform.
 * npm 11 makes this link itself. npm 10 removes it again, together with the packages of the other platforms.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeProblem } from './required-node.js'

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')
const name = `node-${process.platform}-${process.arch}`
const binary = join(modules, name, 'bin', 'node')
const link = join(modules, '.bin', 'node')

// On a system with another C library, such as Alpine, the binary exists and does not run.
const runs = existsSync(binary) && spawnSync(binary, ['--version']).status === 0

rmSync(link, { force: true })
if (runs) {
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync(join('..', name, 'bin', 'node'), link)
} else {
  const problem = nodeProblem(process)
  if (problem !== null) {
    console.error(problem)
    process.exitCode = 1
  }
}

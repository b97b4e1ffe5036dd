/**
 * `node scripts/run-checks.ts types lint …`: runs the npm scripts check:types, check:lint … two at a time, in the given
 * order. Prints one line for each that passes, and all that the others print. Exit code 1: a check failed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const SIMULTANEOUSLY = 2

async function passes(name: string): Promise<boolean> {
  const started = performance.now()
  const child = spawn('npm', ['run', '-s', `check:${name}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const passed = child.exitCode === 0
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${passed ? '✓' : '✗'} check:${name} ${seconds} s`)
  if (!passed) console.log(stdout + stderr)
  return passed
}

const waiting = process.argv.slice(2)
const results: boolean[] = []
async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
    results.push(await passes(name))
}
await Promise.all(Array.from({ length: SIMULTANEOUSLY }, work))
if (!results.every(Boolean)) process.exitCode = 1

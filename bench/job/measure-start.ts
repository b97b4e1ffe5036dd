import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Figure, figure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'

const ROUNDS = 15
const BUNDLE = join(import.meta.dirname, '../../dist/index.js')

/** The time that the bundled action takes to report missing inputs and exit, compared to Node without a program. */
export async function measureStart(): Promise<Figure> {
  const times = { bundle: [] as number[], node: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.node.push(await timeOf(['-e', '0'], 0))
    times.bundle.push(await timeOf([BUNDLE], 1))
  }
  return figure('start of the action', median(times.bundle), 'ms', median(times.node))
}

async function timeOf(args: readonly string[], expected: number): Promise<number> {
  const started = performance.now()
  // Without the variables of a workflow, in case the benchmark runs in one.
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH }, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  const ms = performance.now() - started
  if (code !== expected) throw new Error(`node ${args.join(' ')} ended with ${code} instead of ${expected}`)
  return ms
}

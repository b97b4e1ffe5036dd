import fc from 'fast-check'
import { onTestFailed } from 'vitest'
import { seededRandom } from '../../sandbox/github/faults/seeded-random.ts'

/** Tests draw the same values in every run. `TEST_SEED=7 npm run test:fast` draws others. */
const SEED = Number(process.env.TEST_SEED ?? 2029)

export interface TestRandom {
  /** From 0 up to 1. */
  next(): number
  /** From 0 up to, and without, `below`. */
  integer(below: number): number
  bytes(count: number): Buffer
}

/** The random values of one test: others for each name. If the test fails, the seed is printed. */
export function testRandom(name = ''): TestRandom {
  onTestFailed(() => console.error(`random values: TEST_SEED=${SEED}`))
  const next = seededRandom([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), SEED))
  const integer = (below: number): number => Math.floor(next() * below)
  return { next, integer, bytes: (count) => Buffer.from(Array.from({ length: count }, () => integer(256))) }
}

/** fast-check with the seed of the run; fast-check prints the seed of a failure itself. */
export function assertProperty<T>(property: fc.IProperty<T>, parameters: fc.Parameters<T> = {}): void {
  fc.assert(property, { seed: SEED, ...parameters })
}

export async function assertAsyncProperty<T>(
  property: fc.IAsyncProperty<T>,
  parameters: fc.Parameters<T> = {},
): Promise<void> {
  await fc.assert(property, { seed: SEED, ...parameters })
}

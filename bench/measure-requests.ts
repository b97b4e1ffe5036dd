import { type Figure, figure } from './figure.ts'
import { median } from './median.ts'
import { type Load, putLoadOn } from './put-load-on.ts'
import type { Target } from './start-target.ts'

export interface RequestCase {
  readonly name: string
  readonly load: Load
}

const BARE: Load = { requests: [{ method: 'GET', path: '/' }], status: 200 }
const ROUNDS = 5
const WARM_UP = { duration: 1 }
const COUNTED = { duration: 2 }

/**
 * Requests that the server answers in a second of its CPU time, of each case and of the bare server. All take turns,
 * so that a busy neighbour is everybody's neighbour.
 */
export async function measureRequests(
  bare: Target,
  app: Target,
  cases: readonly RequestCase[],
): Promise<Figure[]> {
  const bareRates: number[] = []
  const rates = cases.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    bareRates.push(await rateOf(bare, BARE))
    for (const [index, { load }] of cases.entries()) rates[index]?.push(await rateOf(app, load))
  }
  const baseline = median(bareRates)
  return cases.map(({ name }, index) =>
    figure(name, median(rates[index] ?? []), 'requests per CPU s', baseline),
  )
}

async function rateOf(target: Target, load: Load): Promise<number> {
  await putLoadOn(target, load, WARM_UP)
  const { requests, cpuSeconds } = await putLoadOn(target, load, COUNTED)
  return requests / cpuSeconds
}

import { type Figure, figure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { type Load, runLoad } from '../load/run-load.ts'
import type { Target } from '../target/start-target.ts'

export interface RequestCase {
  readonly name: string
  readonly load: Load
}

const BARE: Load = { requests: [{ method: 'GET', path: '/' }], status: 200 }
const ROUNDS = 5
const WARM_UP = { duration: 1 }
const MEASURED = { duration: 2 }

/**
 * Requests per second of the server's CPU time, for each case and for the bare server. The cases alternate, so that other
 * load on the machine affects all of them.
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
  await runLoad(target, load, WARM_UP)
  const { requests, cpuSeconds } = await runLoad(target, load, MEASURED)
  return requests / cpuSeconds
}

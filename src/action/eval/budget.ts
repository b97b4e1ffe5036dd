/** What all runs together may cost. */
export interface Budget {
  readonly spentUsd: () => number
  /** Sets aside what one run may cost, before it starts; waits for others if that may free enough. False: not enough is left. */
  reserve(): Promise<boolean>
  /** A run that was set aside for has cost this. */
  settle(costUsd: number): void
}

/** Sums of floating-point numbers miss by less than this. */
const ROUNDING = 1e-9

export function openBudget({
  maxUsd,
  runUsd,
  spentUsd,
}: {
  readonly maxUsd: number
  /** The limit of a run. */
  readonly runUsd: number
  /** By earlier runs. */
  readonly spentUsd: number
}): Budget {
  let spent = spentUsd
  let reserved = 0
  let next = Promise.withResolvers<void>()
  return {
    spentUsd: () => spent,
    async reserve() {
      while (spent + (reserved + 1) * runUsd > maxUsd + ROUNDING) {
        if (reserved === 0 || spent + runUsd > maxUsd + ROUNDING) return false
        await next.promise
      }
      reserved += 1
      return true
    },
    settle(costUsd) {
      reserved -= 1
      spent += costUsd
      next.resolve()
      next = Promise.withResolvers()
    },
  }
}

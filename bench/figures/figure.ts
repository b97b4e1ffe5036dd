/** One line of the benchmark. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The value to compare with, in the same unit; `null`: none. */
  readonly baseline: number | null
  /** The value divided by its baseline. */
  readonly ratio: number | null
  /** The goal that the project sets. */
  readonly goal?: Goal
}

interface Goal {
  readonly text: string
  readonly isMet: boolean
}

export function figure(name: string, value: number, unit: string, baseline: number | null = null): Figure {
  return { name, value, unit, baseline, ratio: baseline === null ? null : value / baseline }
}

/** With a minimum ratio to the baseline. */
export const atLeast = (least: number, { ratio, ...rest }: Figure): Figure => ({
  ...rest,
  ratio,
  goal: { text: `≥ ${Math.round(least * 100)} %`, isMet: ratio !== null && ratio >= least },
})

/** With a maximum value, or a maximum difference to the baseline. */
export const atMost = (most: number, one: Figure, above: 'zero' | 'baseline' = 'zero'): Figure => {
  const from = above === 'zero' ? 0 : (one.baseline ?? 0)
  const text = `≤ ${most} ${one.unit}${above === 'zero' ? '' : ' more'}`
  return { ...one, goal: { text, isMet: one.value - from <= most } }
}

/** With a maximum ratio to the baseline. */
export const atMostTimes = (most: number, one: Figure): Figure => ({
  ...one,
  goal: { text: `≤ ${Math.round(most * 100)} %`, isMet: one.ratio !== null && one.ratio <= most },
})

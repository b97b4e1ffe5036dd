/** One line of the benchmark. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The same of what it is held against, in the same unit; `null`: there is nothing. */
  readonly baseline: number | null
  /** The value over its baseline. */
  readonly ratio: number | null
  /** What the project wants of it. */
  readonly aim?: Aim
}

interface Aim {
  readonly text: string
  readonly isMet: boolean
}

export function figure(name: string, value: number, unit: string, baseline: number | null = null): Figure {
  return { name, value, unit, baseline, ratio: baseline === null ? null : value / baseline }
}

/** The figure, held against a least ratio to its baseline. */
export const atLeast = (least: number, { ratio, ...rest }: Figure): Figure => ({
  ...rest,
  ratio,
  aim: { text: `≥ ${Math.round(least * 100)} %`, isMet: ratio !== null && ratio >= least },
})

/** The figure, with a greatest value, or a greatest distance above its baseline. */
export const atMost = (most: number, one: Figure, above: 'zero' | 'baseline' = 'zero'): Figure => {
  const from = above === 'zero' ? 0 : (one.baseline ?? 0)
  const text = `≤ ${most} ${one.unit}${above === 'zero' ? '' : ' more'}`
  return { ...one, aim: { text, isMet: one.value - from <= most } }
}

/** The figure, held against a greatest ratio to its baseline. */
export const atMostTimes = (most: number, one: Figure): Figure => ({
  ...one,
  aim: { text: `≤ ${Math.round(most * 100)} %`, isMet: one.ratio !== null && one.ratio <= most },
})

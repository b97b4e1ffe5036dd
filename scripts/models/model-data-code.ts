import type { ModelTables } from './read-model-tables.ts'

/** The source of model-data.ts. Pure. */
export function modelDataCode({ prices, limits, defaultWindow }: ModelTables): string {
  const priceLines = prices.map(([model, price]) => `  '${model}': [${price.join(', ')}],`)
  const limitLines = limits.map(
    ([pattern, window, maxOutput, seesImages]) => `  ['${pattern}', ${window}, ${maxOutput}, ${seesImages}],`,
  )
  return `/** Written from docs/models.md by \`npm run describe\`. */

/** US dollars per million tokens: input, cached input, cache write, output. */
export const PRICES: Readonly<Record<string, readonly [number, number, number, number]>> = {
${priceLines.join('\n')}
}

/** In tokens, and whether it accepts images; the first pattern that matches applies. */
export const LIMITS: readonly (readonly [
  pattern: string,
  window: number,
  maxOutput: number | null,
  seesImages: boolean,
])[] = [
${limitLines.join('\n')}
]

export const DEFAULT_WINDOW = ${defaultWindow}
`
}

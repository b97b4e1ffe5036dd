/**
 * Writes what server and action know of models, src/contract/models/model-data.ts, from the tables of docs/models.md.
 * With --check it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type ModelTables, readModelTables } from './models/read-model-tables.ts'

const PAGE = 'docs/models.md'
const DATA = 'src/contract/models/model-data.ts'
const file = (name: string): URL => new URL(`../${name}`, import.meta.url)

function toCode({ prices, limits, defaultWindow }: ModelTables): string {
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

const written = toCode(readModelTables(readFileSync(file(PAGE), 'utf8')))
if (!process.argv.includes('--check')) {
  writeFileSync(file(DATA), written)
} else if (written !== readFileSync(file(DATA), 'utf8')) {
  console.error(`${DATA} is not what ${PAGE} says: run \`npm run describe\``)
  process.exitCode = 1
}

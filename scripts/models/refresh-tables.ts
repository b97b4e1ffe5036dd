import { SAME_PRICE, toExpression } from '../../src/contract/known-models.ts'
import type { ListedModel } from './model-lists.ts'
import { readModelTables } from './read-model-tables.ts'

export interface Refreshed {
  readonly page: string
  /** A line for each thing that has changed, or that a person has to look up. */
  readonly changes: readonly string[]
}

/**
 * docs/models.md with the context windows and image support that a provider lists. Prices are in no list: a model without
 * one is named, and so is a price of a model that the provider no longer lists. Pure.
 */
export function refreshTables(
  page: string,
  { provider, prices: pricePage }: { readonly provider: string; readonly prices: string },
  listed: readonly ListedModel[],
): Refreshed {
  const known = readModelTables(page).prices.flatMap(([name]) =>
    name.startsWith(`${provider}/`) ? [name] : [],
  )
  const versionsOf = (name: string) => listed.filter((model) => isVersion(name, model.name))
  const changes: string[] = []
  let refreshed = page
  for (const name of known) {
    const versions = versionsOf(name)
    if (versions.length === 0) changes.push(`${name}: no longer listed; its price stays`)
    const [model] = versions.toSorted((one, other) => one.name.length - other.name.length)
    const next = model === undefined ? null : withLimits(refreshed, { ...model, name }, versions)
    if (next === null) continue
    refreshed = next.page
    changes.push(next.change)
  }
  const unknown = listed.filter((model) => !known.some((name) => isVersion(name, model.name)))
  changes.push(...unknown.map(({ name }) => `${name}: new, without a price; see ${pricePage}`))
  return { page: refreshed, changes }
}

const isVersion = (known: string, name: string): boolean =>
  name.startsWith(known) && SAME_PRICE.test(name.slice(known.length))

/** `null`: the table already says so. */
function withLimits(
  page: string,
  { name, window, seesImages }: ListedModel,
  versions: readonly ListedModel[],
): { readonly page: string; readonly change: string } | null {
  const { limits, defaultWindow } = readModelTables(page)
  const [pattern, windowBefore, maxOutput, imagesBefore] =
    limits.find(([one]) => toExpression(one).test(name)) ?? (['*', defaultWindow, null, false] as const)
  const [windowNow, imagesNow] = [window ?? windowBefore, seesImages ?? imagesBefore]
  if (windowNow === windowBefore && imagesNow === imagesBefore) return null
  const cells = [windowNow, maxOutput ?? '', imagesNow ? 'yes' : ''].map((cell) => `${cell} |`.trimStart())
  // Its dated versions have the same limits, and so have its previews.
  const channels = versions.filter((version) => !toExpression(`${name}-20*`).test(version.name))
  const patterns = [...new Set([name, `${name}-20*`, ...channels.map((version) => version.name)])]
  const rows = patterns.map((one) => `| \`${one}\` | ${cells.join(' ')}`)
  const lines = page.split('\n')
  const isRowOf = (line: string, one: string) =>
    line.startsWith(`| \`${one}\` |`) && line.split('|').length === LIMIT_CELLS
  const at = lines.findIndex((line) => isRowOf(line, pattern))
  const others = lines.flatMap((line, index) => [
    ...(index === at ? rows : []),
    ...(patterns.some((one) => isRowOf(line, one)) ? [] : [line]),
  ])
  const change = [
    ...(windowNow === windowBefore ? [] : [`context window ${windowBefore} → ${windowNow}`]),
    ...(imagesNow === imagesBefore ? [] : [imagesNow ? 'accepts images' : 'accepts no images']),
  ]
  return { page: others.join('\n'), change: `${name}: ${change.join(', ')}` }
}

/** Four columns between five bars. */
const LIMIT_CELLS = 6

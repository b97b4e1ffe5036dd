import { z } from 'zod'
import { applyOrganisation } from '../../settings/apply-organisation.ts'
import type { Settings } from '../../settings/schema.ts'

/** A setting that applies, as people write it: `limits.steps` and `20`. */
export interface ExplainedSetting {
  readonly key: string
  readonly value: string
  /** `both`: neither alone says this, for example a list that the organisation narrows. */
  readonly from: 'repository' | 'organisation' | 'both'
}

/** Every setting that somebody has set, with where its value comes from. What nobody has set is the server's default. */
export function explainSettings(organisation: Settings, repository: Settings): ExplainedSetting[] {
  const [ofOrganisation, ofRepository] = [flatten(organisation), flatten(repository)]
  return [...flatten(applyOrganisation(organisation, repository))]
    .map(([key, value]) => ({
      key,
      value,
      from: sourceOf(value, ofOrganisation.get(key), ofRepository.get(key)),
    }))
    .toSorted((one, other) => one.key.localeCompare(other.key))
}

function sourceOf(
  value: string,
  organisation: string | undefined,
  repository: string | undefined,
): ExplainedSetting['from'] {
  if (repository === value) return 'repository'
  return organisation === value ? 'organisation' : 'both'
}

function flatten(value: object, prefix = ''): Map<string, string> {
  const entries = Object.entries(value).flatMap(([name, inside]): [string, string][] => {
    if (inside === undefined) return []
    const key = `${prefix}${name}`
    const isMap = typeof inside === 'object' && inside !== null && !Array.isArray(inside)
    return isMap ? [...flatten(inside, `${key}.`)] : [[key, textOf(inside)]]
  })
  return new Map(entries)
}

const textOf = (value: unknown): string => {
  if (!Array.isArray(value)) return String(value)
  return value.map(itemText).join(', ')
}

const Budget = z.object({ name: z.string(), 'usd-per-month': z.number() })

function itemText(item: unknown): string {
  if (typeof item === 'string') return item
  const budget = Budget.safeParse(item)
  return budget.success
    ? `${budget.data.name}: ${budget.data['usd-per-month']} US dollars a month`
    : JSON.stringify(item)
}

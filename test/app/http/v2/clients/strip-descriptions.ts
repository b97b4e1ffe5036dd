const NO_PROMISE = new Set(['example', 'info', 'servers'])
const WORDS = new Set(['description', 'summary'])

/** What programs count on in a description, without what is for people. `summary` is the name of a field, too. */
export function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name, one]) => !NO_PROMISE.has(name) && !(WORDS.has(name) && typeof one === 'string'),
  )
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutWords(one)]))
}

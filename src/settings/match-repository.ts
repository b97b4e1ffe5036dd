import { matchName } from './match-name.ts'

/** Matches `owner/name`, or the name alone if the pattern has no slash. `*` stands for any characters but `/`, `?` for one. */
export function matchRepository(pattern: string): (repository: { owner: string; name: string }) => boolean {
  const parts = pattern.toLowerCase().split('/')
  return ({ owner, name }) => {
    const names = parts.length === 1 ? [name] : [owner, name]
    return (
      parts.length === names.length &&
      parts.every((part, i) => matchName(part, names[i]?.toLowerCase() ?? ''))
    )
  }
}

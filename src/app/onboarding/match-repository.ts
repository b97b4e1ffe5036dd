/** Matches `owner/name`, or the name alone if the pattern has no slash. `*` stands for any characters but `/`, `?` for one. */
export function matchRepository(pattern: string): (repository: { owner: string; name: string }) => boolean {
  const whole = new RegExp(`^${[...pattern].map(partOf).join('')}$`, 'i')
  const hasOwner = pattern.includes('/')
  return ({ owner, name }) => whole.test(hasOwner ? `${owner}/${name}` : name)
}

function partOf(character: string): string {
  if (character === '*') return '[^/]*'
  return character === '?' ? '[^/]' : character.replace(/[.+^${}()|[\]\\]/, '\\$&')
}

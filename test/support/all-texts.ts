/** Every text of at most `most` of these characters, the empty one first. For tests that compare two ways of one thing. */
export function allTexts(characters: string, most: number): string[] {
  const texts = ['']
  for (let from = 0, length = 1; length <= most; length += 1) {
    const shorter = texts.slice(from)
    from = texts.length
    texts.push(...shorter.flatMap((text) => [...characters].map((one) => text + one)))
  }
  return texts
}

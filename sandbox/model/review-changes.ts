const FILE = /^--- (.+) \(\w+(?: from .+)?\)$/
const ADDED = /^ *(\d+) \+(.*)$/

/** The arguments of the tool that ends a review: what is easily found in added lines. */
export function reviewChanges(changes: string) {
  const findings: Record<string, unknown>[] = []
  const paths = new Set<string>()
  let path = ''
  for (const line of changes.split('\n')) {
    path = FILE.exec(line)?.[1] ?? path
    if (path !== '') paths.add(path)
    const [, number, text = ''] = ADDED.exec(line) ?? []
    if (number === undefined) continue
    const place = { path, line: Number(number) }
    if (/\s$/.test(text))
      findings.push({ ...place, text: 'The line ends with white space.', suggestion: text.trimEnd() })
    if (text.includes('TODO')) findings.push({ ...place, text: 'The line leaves something to do.' })
  }
  const files = `${paths.size} ${paths.size === 1 ? 'file' : 'files'}`
  return {
    summary: `I am a scripted model. In ${files}, I looked for white space at the end of added lines, and for what they leave to do.`,
    findings,
  }
}

/** More than any header has. */
const HEADER_LENGTH = 10_000

/** The path of a file in the header of its diff: the new one, or the old one if the file was deleted. Pure. */
export function readPath(diff: string): string {
  const header = diff.slice(0, HEADER_LENGTH)
  const lines = header.split('\n')
  const isHunk = lines.findIndex((line) => line.startsWith('@@'))
  const own = isHunk < 0 ? lines : lines.slice(0, isHunk)
  const named = (start: string): string | undefined =>
    own.find((line) => line.startsWith(start))?.slice(start.length)
  const renamed = named('rename to ') ?? named('copy to ')
  if (renamed !== undefined) return unquote(renamed)
  for (const given of [named('+++ '), named('--- ')]) {
    const path = given === undefined ? '/dev/null' : unquote(given.replace(/\t$/, ''))
    if (path !== '/dev/null') return path.replace(/^[ab]\//, '')
  }
  return fromFirstLine(own[0] ?? '')
}

/** `diff --git a/x b/x`: without content, both names are the same. */
function fromFirstLine(line: string): string {
  const names = line.slice('diff --git '.length)
  if (names.startsWith('"')) return unquote(names.slice(0, (names.length - 1) / 2)).replace(/^a\//, '')
  return names.slice(0, (names.length - 1) / 2).replace(/^a\//, '')
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** As git quotes unusual names: https://git-scm.com/docs/git-config#Documentation/git-config.txt-corequotePath */
function unquote(name: string): string {
  if (!/^".*"$/.test(name)) return name
  const latin1 = Buffer.from(name.slice(1, -1))
    .toString('latin1')
    .replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
    )
  return Buffer.from(latin1, 'latin1').toString('utf8')
}

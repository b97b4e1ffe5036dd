import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toKeepPatterns } from '../../../../src/action/workspace/browse/keep-patterns.ts'
import { assertProperty } from '../../../support/random.ts'

const PATHS = [
  ...['a.snap', 'src/a.snap', 'src/deep/b.snap', '.hidden/c.snap', 'src/a.ts', 'src/.x', 'src', 'srcs/a'],
  ...['pages/[id].tsx', 'pages/i.tsx', 'a (b)/q.y', 'äö.txt', 'a\nb.snap', 'package-lock.json', 'a+b/c$d'],
]

const read = (...named: string[]) => {
  const result = toKeepPatterns(named)
  if (!result.ok) throw new Error(result.problem)
  return result.keep
}

test.each<[string, string[], string[]]>([
  ['*.snap', ['a.snap', 'src/a.snap', 'src/deep/b.snap', '.hidden/c.snap', 'a\nb.snap'], ['']],
  ['src/**/*.snap', ['src/a.snap', 'src/deep/b.snap'], ['src']],
  ['src', ['src/a.snap', 'src/deep/b.snap', 'src/a.ts', 'src/.x', 'src'], ['src']],
  ['./src/', ['src/a.snap', 'src/deep/b.snap', 'src/a.ts', 'src/.x', 'src'], ['src']],
  ['src/*.{ts,snap}', ['src/a.snap', 'src/a.ts'], ['src']],
  ['pages/[id].tsx', ['pages/[id].tsx'], ['pages/[id].tsx']],
  ['a (b)/?.y', ['a (b)/q.y'], ['a (b)']],
  ['ä?.txt', ['äö.txt'], ['']],
  ['package-lock.json', ['package-lock.json'], ['package-lock.json']],
  ['a+b/c$d', ['a+b/c$d'], ['a+b/c$d']],
  ['**', PATHS, ['']],
])('%j names the same files in JavaScript and in Perl', (named, expected, starts) => {
  const keep = read(named)
  expect(PATHS.filter((path) => keep.matches(path))).toEqual(expected)
  expect(keep.starts).toEqual(starts)
  const perl = `my @p = map { my $t = $_; utf8::decode($t); qr/$t/s } split /\\n/, $ENV{P}; for (split /\\0/, $ENV{N}) { my $t = $_; utf8::decode($t); for my $p (@p) { if ($t =~ $p) { print "$_\\0"; last } } }`
  // The environment holds no NUL: a character that no path here has stands for it.
  const env = { P: keep.patterns.join('\n'), N: PATHS.join('\u0001') }
  const printed = execFileSync('/usr/bin/perl', ['-e', perl.replace('/\\0/', '/\\x01/')], {
    env,
    encoding: 'utf8',
  })
  expect(printed.split('\0').filter((path) => path !== '')).toEqual(expected)
})

test('nested starts are left out', () => {
  expect(read('src/a.ts', 'src', 'srcs/a', 'src/**/*.ts').starts).toEqual(['src', 'srcs/a'])
  expect(read('src', '*.ts').starts).toEqual([''])
})

test.each([
  ['/etc/passwd', 'is absolute'],
  ['a/../b', 'holds ".."'],
  ['.git/hooks', 'inside a git directory'],
  ['.', 'is the root'],
  ['a\nb', 'control character'],
  ['x'.repeat(301), 'too long'],
])('%j is refused: %s', (named, why) => {
  expect(toKeepPatterns([named])).toMatchObject({ ok: false, problem: expect.stringContaining(why) })
})

test('too many choices are refused', () => {
  const globs = ['a', 'b', 'c', 'd'].map((name) => `${name}.{${'x,'.repeat(40)}y}`)
  expect(toKeepPatterns(globs.slice(0, 2))).toMatchObject({ ok: true })
  expect(toKeepPatterns(globs)).toMatchObject({ ok: false, problem: expect.stringContaining('too many') })
})

/** What a glob means, tried out star by star. */
function meansPath([part, ...parts]: readonly string[], [name, ...names]: readonly string[]): boolean {
  if (part === undefined) return name === undefined
  if (part === '**' && parts.length === 0) return name !== undefined
  if (part === '**')
    return (
      meansPath(parts, name === undefined ? [] : [name, ...names]) ||
      (name !== undefined && meansPath([part, ...parts], names))
    )
  return name !== undefined && meansName(part, name) && meansPath(parts, names)
}

function meansName(part: string, name: string): boolean {
  if (part === '') return name === ''
  if (part.startsWith('*'))
    return meansName(part.slice(1), name) || (name !== '' && meansName(part, name.slice(1)))
  return name !== '' && (part[0] === '?' || part[0] === name[0]) && meansName(part.slice(1), name.slice(1))
}

test('a glob with any number of stars means what it says', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 5 })
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '*', '?'), minLength: 1, maxLength: 5 })
  const parts = fc.array(fc.oneof(part, fc.constant('**')), { minLength: 1, maxLength: 5 })
  const isPlain = (one: string) => one !== '.' && one !== '..'
  const given = fc.tuple(parts, fc.array(name.filter(isPlain), { minLength: 1, maxLength: 5 }))
  assertProperty(
    fc.property(given, ([glob, names]) => {
      fc.pre(glob.every(isPlain) && glob.some((one) => /[*?]/.test(one)))
      const [first = ''] = glob
      // A glob without a slash applies at every depth, and each stands for the folders that match, too.
      const anywhere = glob.length === 1 && first !== '**' ? ['**', first] : glob
      const expected = [anywhere, [...anywhere, '**']].some((one) => meansPath(one, names))
      expect(read(glob.join('/')).matches(names.join('/'))).toBe(expected)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  [`${'a*'.repeat(100)}b`, `${'a'.repeat(1000)}c`],
  [`${'**/a*/'.repeat(40)}b`, 'a/'.repeat(500)],
  [`${'*a?'.repeat(90)}b`, 'a'.repeat(1000)],
])('no number of stars makes a glob slow: %#', (glob, path) => {
  // A star that is tried again wherever the next one fails takes longer than the age of the universe.
  expect(read(glob).matches(path)).toBe(false)
})

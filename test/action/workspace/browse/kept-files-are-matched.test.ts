import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { toKeepPatterns } from '../../../../src/action/workspace/browse/keep-patterns.ts'

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

test('starts that are in others are left out', () => {
  expect(read('src/a.ts', 'src', 'srcs/a', 'src/**/*.ts').starts).toEqual(['src', 'srcs/a'])
  expect(read('src', '*.ts').starts).toEqual([''])
})

test.each([
  ['/etc/passwd', 'is absolute'],
  ['a/../b', 'holds ".."'],
  ['.git/hooks', 'inside a git directory'],
  ['.', 'is the root'],
  ['a\nb', 'control character'],
  ['a*'.repeat(8), 'too many stars'],
  ['x'.repeat(301), 'too long'],
])('%j is refused: %s', (named, why) => {
  expect(toKeepPatterns([named])).toMatchObject({ ok: false, problem: expect.stringContaining(why) })
})

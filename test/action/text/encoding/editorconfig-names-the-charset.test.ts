import fc from 'fast-check'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { compileGlob, parseEditorConfig } from '../../../../src/action/text/encoding/editorconfig.ts'
import { assertProperty } from '../../../support/random.ts'

// After the cases of https://github.com/editorconfig/editorconfig-core-test, tests/glob.
test.each([
  ['*', ['a', 'a/b.c', '.hidden'], []],
  ['*.js', ['a.js', 'a/b.js', '.js'], ['a.jsx', 'a.js/b']],
  ['/*.js', ['a.js'], ['a/b.js']],
  ['a/*.js', ['a/b.js', 'a/.js'], ['b/a/b.js', 'a/b/c.js']],
  ['name.js', ['name.js', 'a/name.js'], ['xname.js', 'name.js/a']],
  ['a**z.c', ['a/z.c', 'ab/cz.c', 'az.c'], []],
  ['b/**z.c', ['b/z.c', 'b/yz.c', 'b/y/z.c'], ['bz.c']],
  ['c/**/z.c', ['c/z.c', 'c/y/z.c', 'c/x/y/z.c'], ['c/yz.c', 'cz.c']],
  ['**/z.c', ['z.c', 'a/z.c'], ['az.c']],
  ['a?.c', ['ab.c'], ['a.c', 'abc.c']],
  ['a?b', ['axb'], ['a/b']],
  ['[ab].c', ['a.c', 'b.c'], ['c.c']],
  ['[!ab].c', ['c.c'], ['a.c', '.c']],
  ['[a-c-].x', ['b.x', '-.x'], ['d.x']],
  ['*.{py,js,html}', ['a.py', 'b/a.js', 'a.html'], ['a.{py', 'a.p']],
  ['{a,b{c,d}}.x', ['a.x', 'bc.x', 'bd.x'], ['b.x', 'c.x']],
  ['{single}.b', ['{single}.b'], ['single.b']],
  ['{.}', ['{.}'], ['.']],
  ['{3..12}', ['3', '10', '12'], ['2', '13', '03']],
  ['{-1..1}.x', ['-1.x', '0.x', '1.x'], ['2.x']],
  ['{a/b,c}.x', ['a/b.x', 'c.x'], ['d/c.x']],
  ['\\*.x', ['*.x'], ['a.x']],
  ['(a|b)+.x', ['(a|b)+.x'], ['a.x']],
])('[%s]', (section, matched, others) => {
  const isMatch = compileGlob(section)
  expect(matched.filter((path) => !isMatch(path))).toEqual([])
  expect(others.filter(isMatch)).toEqual([])
})

test('stars agree with picomatch', () => {
  const parts = (...all: string[]) =>
    fc.array(fc.constantFrom(...all), { maxLength: 6 }).map((some) => some.join(''))
  assertProperty(
    fc.property(parts('a', 'b', '*', '?', '.x'), parts('a', 'b', 'ab', '.x'), (glob, name) => {
      fc.pre(glob !== '' && name !== '' && !glob.includes('**'))
      expect(compileGlob(glob)(name)).toBe(
        picomatch.isMatch(name, glob, { dot: true, bash: true }) || name === glob,
      )
    }),
    { numRuns: 500 },
  )
})

// With backtracking, either match would take longer than the test may.
test('a hostile section is matched without backtracking', () => {
  const isMatch = compileGlob('*a'.repeat(1000))
  expect(isMatch(`${'a'.repeat(200)}b`)).toBe(false)
  expect(compileGlob('{a,b}'.repeat(500))('a')).toBe(false)
})

test('the last section that matches counts, and unknown syntax is ignored', () => {
  const text = `; comment
charset = latin1
Root = TRUE
[*.txt]
indent_style: tab
CharSet = UTF-16LE
nonsense
[unclosed
[*.{md]
[a.txt]
charset: windows-1251
[*.md]
# charset = latin1
`
  const config = parseEditorConfig(text.replaceAll('\n', '\r\n'))
  expect(config.isRoot).toBe(true)
  expect(['b.txt', 'a.txt', 'sub/a.txt', 'a.md', 'a.c'].map(config.charsetOf)).toEqual([
    'utf-16le',
    'windows-1251',
    'windows-1251',
    null,
    null,
  ])
  expect(parseEditorConfig('[*]\nroot = true\n').isRoot).toBe(false)
})

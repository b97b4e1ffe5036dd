import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { whyNoBranchName } from '../../src/contract/branch-name.ts'

const VALID = [
  'main',
  'feature/a-b_c',
  'a.b',
  'ünï',
  'a@b',
  '@',
  '@a',
  'a/@/b',
  'head',
  'x.locked',
  '-'.padStart(2, 'a'),
  '{',
  '#1',
  "it's",
  '"',
  '(',
  '%',
  '&',
  '=',
  '+',
  ',',
  ';',
  '!',
  '$',
  '|',
  '<>',
  'refs/heads/main',
  '日本語',
]

const INVALID = [
  'a b',
  ' a',
  'a~1',
  'a^',
  'a:b',
  'a?',
  'a*',
  'a[0]',
  'a\\b',
  'a..b',
  '..',
  'a@{1',

  'HEAD',
  '-a',
  '-',
  '/a',
  'a/',
  'a//b',
  'a.',
  '.',
  '.a',
  'a/.b',
  'a.lock',
  'a.lock/b',
  'a\tb',
  'a\nb',
  'a\u007fb',
  '@{-1}',
]

/** Outside of any repository, so that it resolves no name. */
const isTakenByGit = (name: string): boolean =>
  spawnSync('git', ['check-ref-format', '--branch', name], { cwd: tmpdir() }).status === 0

test('a name is refused exactly if Git refuses it', () => {
  for (const name of [...VALID, ...INVALID])
    expect([name, whyNoBranchName(name) === null]).toEqual([name, isTakenByGit(name)])
  expect(VALID.filter((name) => whyNoBranchName(name) !== null)).toEqual([])
  expect(INVALID.filter((name) => whyNoBranchName(name) === null)).toEqual([])
})

test('the reason names what is wrong', () => {
  expect(whyNoBranchName('my branch')).toBe('it contains a space')
  expect(whyNoBranchName('a..b')).toBe('it contains `..`')
  expect(whyNoBranchName('topic/')).toBe('it ends with `/`')
  expect(whyNoBranchName('a.lock/b')).toBe('a part of it ends with `.lock`')
})

test('a NUL and control characters beyond ASCII are refused too', () => {
  expect(['a\0b', 'a\u0085b'].map(whyNoBranchName)).toEqual(Array(2).fill('it contains a control character'))
})

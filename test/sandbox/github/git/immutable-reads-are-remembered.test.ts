import { expect, test } from 'vitest'
import { isImmutableRead } from '../../../../sandbox/github/git/immutable-reads.ts'

const A = 'a'.repeat(40)
const B = 'b'.repeat(40)

test.each([
  [['diff', '-M', '--numstat', '-z', A, B, '--']],
  [['rev-list', '--count', `${A}..${B}`]],
  [['rev-parse', '--verify', '--quiet', `${A}^{commit}`]],
  [['ls-tree', '-l', '-z', `${A}:docs/deep`]],
  [['cat-file', 'blob', `${A}:a file\nwith a line feed`]],
  [['merge-tree', '--write-tree', A, B]],
])('%j names objects only, so its output is remembered', (args) => {
  expect(isImmutableRead(args)).toBe(true)
})

test.each([
  [['for-each-ref', '--format=%(refname)', 'refs/heads']],
  [['rev-parse', '--verify', '--quiet', 'refs/heads/main^{commit}']],
  [['rev-list', A, '--not', '--all']],
  [['log', '--topo-order', 'main']],
  [['merge-base', A, 'HEAD']],
  [['diff', A.slice(1), B]],
  [['update-ref', 'refs/heads/main', A]],
  [['log']],
])('%j reads or changes refs, so it is run again', (args) => {
  expect(isImmutableRead(args)).toBe(false)
})

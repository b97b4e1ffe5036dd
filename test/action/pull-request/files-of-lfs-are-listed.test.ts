import { expect, test } from 'vitest'
import type { Change } from '../../../src/action/git/diff/change.ts'
import { lfsSection, withoutPointers } from '../../../src/action/pull-request/sections.ts'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'

const cleaning = { secrets: indexSecrets(), repositoryUrl: 'https://github.com/o/r' }

const changed = (path: string, ...lines: string[]): Change => ({
  ...{ path, oldPath: null, kind: 'added', oldMode: null, newMode: '100644' },
  ...{ oldSize: 0, newSize: 9, additions: lines.length, deletions: 0 },
  addedLines: lines.map((text, at) => ({ number: at + 1, text })),
})

test('pointers, moved files and deleted files are no files that belong in Git LFS', () => {
  const oid = `oid sha256:${'a'.repeat(64)}`
  const changes = [
    changed('new-pointer', 'version https://git-lfs.github.com/spec/v1', oid, 'size 9'),
    changed('other-pointer', oid, 'size 10'),
    changed('moved'),
    changed('text', 'size 9 of the logo'),
    changed('mixed', oid, 'more'),
  ]
  expect(withoutPointers(changes).map(({ path }) => path)).toEqual(['text', 'mixed'])
})

test('at most twenty files are listed, without effect on GitHub', () => {
  const paths = Array.from({ length: 21 }, (_, at) => `f${at}.svg`)
  expect(lfsSection(paths, cleaning)).toContain('- `f19.svg`\n- and 1 more')
  expect(lfsSection(paths.slice(0, 20), cleaning)).not.toContain('more')
  expect(lfsSection(['a`\n@ana.svg'], cleaning)).not.toMatch(/@ana|`\n@/)
  expect(lfsSection([], cleaning)).toBeNull()
})

import { expect, test } from 'vitest'
import { findReleaseNotes } from '../../../scripts/release/find-release-notes.ts'

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Something that is not released.

## [1.2.0] - 2031-02-03

### Fixed

- The second, which is
  a long one ([page](docs/page.md#part), [web](https://example.com)).
- The third.

A paragraph
of two lines.

\`\`\`sh
first
second
\`\`\`

## [1.1.0] - 2031-01-02

## [1.0.0] - 2031-01-01

The first.

[Unreleased]: https://github.com/prentice-dev/prentice/compare/v1.2.0...HEAD
[1.0.0]: https://github.com/prentice-dev/prentice/releases/tag/v1.0.0
`

const notesOf = (version: string, tag = `v${version}`) =>
  findReleaseNotes(CHANGELOG, { tag, version, repositoryUrl: 'https://github.com/a/b' })

test('the notes are the section of the version, as GitHub shows it in a release', () => {
  expect(notesOf('1.2.0')).toBe(`### Fixed

- The second, which is a long one ([page](https://github.com/a/b/blob/v1.2.0/docs/page.md#part), [web](https://example.com)).
- The third.

A paragraph of two lines.

\`\`\`sh
first
second
\`\`\``)
})

test('the link references at the end are no notes', () => {
  expect(notesOf('1.0.0')).toBe('The first.')
})

test.each([
  ['a tag that is not the version', '1.2.0', 'v1.2.1', 'tag v1.2.0'],
  ['a tag that is missing', '1.2.0', '', 'tag v1.2.0'],
  ['a version without a section', '1.3.0', 'v1.3.0', 'has no heading "## [1.3.0] - DATE"'],
  ['the start of another version', '1.2', 'v1.2', 'has no heading'],
  ['an empty section', '1.1.0', 'v1.1.0', 'says nothing under [1.1.0]'],
])('%s is an error', (_, version, tag, message) => {
  expect(() => notesOf(version, tag)).toThrow(message)
})

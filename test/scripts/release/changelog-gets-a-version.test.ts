import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findReleaseNotes } from '../../../scripts/release/find-release-notes.ts'
import { nextVersion, releaseChangelog } from '../../../scripts/release/prepare-release.ts'

const date = '2031-01-31'
const URL_OF_US = 'https://github.com/acme/prentice'
const FIRST = `# Changelog

## [Unreleased]

The first release.

### Added

- A server.

[Unreleased]: ${URL_OF_US}/commits/main
`

test('the first version gets all that is unreleased, and links', () => {
  const first = releaseChangelog(FIRST, { version: '1.0.0', date })
  expect(first).toBe(`# Changelog

## [Unreleased]

## [1.0.0] - 2031-01-31

The first release.

### Added

- A server.

[Unreleased]: ${URL_OF_US}/compare/v1.0.0...main
[1.0.0]: ${URL_OF_US}/releases/tag/v1.0.0
`)
  const release = { tag: 'v1.0.0', version: '1.0.0', repositoryUrl: URL_OF_US }
  expect(findReleaseNotes(first, release)).toBe('The first release.\n\n### Added\n\n- A server.')
})

test('the next version stands above it, and is compared with it', () => {
  const first = releaseChangelog(FIRST, { version: '1.0.0', date })
  const changed = first.replace('## [Unreleased]\n', '## [Unreleased]\n\n- Faster.\n')
  const second = releaseChangelog(changed, { version: '1.1.0', date })
  expect(second).toContain('## [Unreleased]\n\n## [1.1.0] - 2031-01-31\n\n- Faster.\n\n## [1.0.0]')
  expect(second.split('\n').slice(-4)).toEqual([
    `[Unreleased]: ${URL_OF_US}/compare/v1.1.0...main`,
    `[1.1.0]: ${URL_OF_US}/compare/v1.0.0...v1.1.0`,
    `[1.0.0]: ${URL_OF_US}/releases/tag/v1.0.0`,
    '',
  ])
})

const RELEASED = releaseChangelog(FIRST, { version: '1.9.0', date })
test.each([
  ['a word', FIRST, 'next', 'is no version'],
  ['a version with a v', FIRST, 'v1.2.3', 'is no version'],
  // npm would give it to everybody who installs the newest one.
  ['a version before a release', FIRST, '1.2.3-beta.1', 'is no version'],
  ['a version that is released', RELEASED, '1.9.0', 'has a heading of 1.9.0 already'],
  ['a version with nothing new', RELEASED, '1.10.0', 'says nothing under [Unreleased]'],
  ['an earlier version', RELEASED, '1.8.9', 'must be a later version'],
  ['a changelog without the heading', '# Changelog\n', '1.0.0', 'has no heading'],
  ['a changelog without the link', FIRST.replace(/^\[.*$/m, ''), '1.0.0', 'no link of that name'],
])('%s is refused', (_, changelog, version, message) => {
  expect(() => releaseChangelog(changelog, { version, date })).toThrow(message)
})

test('this changelog can be released', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const version = nextVersion(read('CHANGELOG.md'), JSON.parse(read('package.json')).version)
  expect(releaseChangelog(read('CHANGELOG.md'), { version, date })).toContain(`## [${version}] - ${date}`)
  expect(nextVersion(RELEASED, '1.9.0')).toBe('1.10.0')
})

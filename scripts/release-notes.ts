/** `npm run --silent release-notes -- v1.2.3` prints the section of CHANGELOG.md for a version tag. */
import { readFileSync } from 'node:fs'
import { findReleaseNotes } from './release/find-release-notes.ts'

const REPOSITORY_URL = 'https://github.com/prentice-dev/prentice'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

try {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const notes = findReleaseNotes(read('CHANGELOG.md'), {
    tag: process.argv[2] ?? '',
    version,
    repositoryUrl: REPOSITORY_URL,
  })
  process.stdout.write(`${notes}\n`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** `npm run --silent release-notes -- v1.2.3` prints the section of CHANGELOG.md for a version tag. */
import { readFileSync } from 'node:fs'
import { findReleaseNotes } from './release/find-release-notes.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

try {
  const { version, repository } = JSON.parse(read('package.json')) as {
    version: string
    repository: { url: string }
  }
  const notes = findReleaseNotes(read('CHANGELOG.md'), {
    tag: process.argv[2] ?? '',
    version,
    repositoryUrl: repository.url.replace(/^git\+|\.git$/g, ''),
  })
  process.stdout.write(`${notes}\n`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** `npm run check:lock`: every package in the lockfiles is pinned by its integrity. */
import { readFileSync } from 'node:fs'
import { lockfileProblems } from './lockfile/lockfile-problems.ts'

/** The root, and the documentation site, which has its own packages. */
const FOLDERS = ['', 'docs/site/']

const read = (path: string) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

const problems = FOLDERS.flatMap((folder) =>
  lockfileProblems(read(`${folder}package-lock.json`), read(`${folder}package.json`).allowScripts).map(
    (problem) => `${folder}package-lock.json: ${problem}`,
  ),
)
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(
    'Choose versions whose packages for all platforms are in the registry, then run `npm install`.',
  )
  process.exitCode = 1
}

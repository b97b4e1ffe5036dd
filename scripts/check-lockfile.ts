/** `npm run check:lock`: every package in package-lock.json is pinned by its integrity. */
import { readFileSync } from 'node:fs'
import { lockfileProblems } from './lockfile/lockfile-problems.ts'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

const problems = lockfileProblems(read('package-lock.json'), read('package.json').allowScripts)
for (const problem of problems) console.error(`package-lock.json: ${problem}`)
if (problems.length > 0) {
  console.error(
    'Choose versions whose packages for all platforms are in the registry, then run `npm install`.',
  )
  process.exitCode = 1
}

/** Prints the slowest twenty test files of the last run of vitest, from the report that it leaves (vitest.config.ts). */
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

const REPORT = '.cache/test-times.json'
const MAX_COUNT = 20

const Report = z.array(z.object({ path: z.string(), seconds: z.number(), tests: z.number() }))

if (!existsSync(REPORT)) {
  console.error(`error: there is no ${REPORT}; run the tests first, for example with \`npm run test:fast\``)
  process.exit(1)
}
const files = Report.parse(JSON.parse(readFileSync(REPORT, 'utf8'))).toSorted(
  (one, other) => other.seconds - one.seconds,
)
const total = files.reduce((sum, { seconds }) => sum + seconds, 0)
for (const { path, seconds, tests } of files.slice(0, MAX_COUNT)) {
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${String(tests).padStart(3)} tests  ${path}`)
}
console.log(
  `${total.toFixed(1).padStart(6)} s  in ${files.length} files, several of which ran simultaneously`,
)

/** The last step of the build: every link in dist/ leads somewhere, and no page loads anything from elsewhere. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { builtSiteProblems } from './built-site-problems.ts'
import { siteAddress } from './site-address.ts'

const folder = new URL('../dist/', import.meta.url)
const files = globSync('**/*.*', { cwd: folder }).map((path) => posix.join('/', path.replaceAll('\\', '/')))
const pages = files
  .filter((path) => path.endsWith('.html'))
  .map((path) => ({ path, html: readFileSync(new URL(`.${path}`, folder), 'utf8') }))

const problems = builtSiteProblems(pages, new Set(files), siteAddress(process.env.SITE_URL).base)
for (const problem of problems) console.error(problem)
console.log(`${pages.length} pages, ${problems.length} problems`)
if (pages.length === 0 || problems.length > 0) process.exitCode = 1

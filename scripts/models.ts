/**
 * Brings docs/models.md and src/contract/model-data.ts up to date with the providers' own lists of models, and
 * prints what has changed. A provider without a key in the environment is left out.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fetchModelList } from './models/fetch-model-list.ts'
import { modelDataCode } from './models/model-data-code.ts'
import { MODEL_LISTS } from './models/model-lists.ts'
import { readModelTables } from './models/read-model-tables.ts'
import { refreshTables } from './models/refresh-tables.ts'

const [folder = '.'] = process.argv.slice(2)
const PAGE = `${folder}/docs/models.md`
const DATA = `${folder}/src/contract/model-data.ts`

let page = readFileSync(PAGE, 'utf8')
let asked = 0
for (const list of MODEL_LISTS) {
  const key = process.env[list.key]
  if (!key) {
    console.log(`${list.provider}: left out, ${list.key} is not set`)
    continue
  }
  asked += 1
  try {
    const listed = await fetchModelList(list, process.env, key)
    const refreshed = refreshTables(page, list, listed)
    page = refreshed.page
    console.log(`${list.provider}: ${listed.length} models, ${refreshed.changes.length} changes`)
    for (const change of refreshed.changes) console.log(`  ${change}`)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
    console.error(
      `${list.provider}: its list could not be read, so its models stay as they are: ${error}${cause}`,
    )
    process.exitCode = 1
  }
}
if (asked === 0) {
  console.error(`Set at least one of ${MODEL_LISTS.map(({ key }) => key).join(', ')}.`)
  process.exitCode = 2
}
writeFileSync(PAGE, page)
writeFileSync(DATA, modelDataCode(readModelTables(page)))

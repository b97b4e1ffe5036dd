/**
 * Writes what server and action know of models, src/contract/model-data.ts, from the tables of docs/models.md.
 * With --check it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { modelDataCode } from './models/model-data-code.ts'
import { readModelTables } from './models/read-model-tables.ts'

const PAGE = 'docs/models.md'
const DATA = 'src/contract/model-data.ts'
const file = (name: string): URL => new URL(`../${name}`, import.meta.url)

const written = modelDataCode(readModelTables(readFileSync(file(PAGE), 'utf8')))
if (!process.argv.includes('--check')) {
  writeFileSync(file(DATA), written)
} else if (written !== readFileSync(file(DATA), 'utf8')) {
  console.error(`${DATA} is not what ${PAGE} says: run \`npm run describe\``)
  process.exitCode = 1
}

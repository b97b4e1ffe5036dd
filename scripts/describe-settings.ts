/**
 * Writes docs/prentice.schema.json, by which editors check and complete `.github/prentice.yml`, from the schema that the
 * server parses it with. With --check it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { Settings } from '../src/settings/schema.ts'

const FILE = 'docs/prentice.schema.json'
const file = new URL(`../${FILE}`, import.meta.url)

// Draft 7 is the newest that all editors support.
const { $schema, ...rest } = z.toJSONSchema(Settings, { target: 'draft-7', io: 'input' })
const described = {
  $schema,
  $id: `https://raw.githubusercontent.com/prentice-dev/prentice/v1/${FILE}`,
  title: 'Project settings of Prentice: .github/prentice.yml',
  ...rest,
}
const written = `${JSON.stringify(described, null, 2)}\n`
if (!process.argv.includes('--check')) {
  writeFileSync(file, written)
} else if (readFileSync(file, 'utf8') !== written) {
  console.error(`${FILE} is not what the settings are: run \`npm run describe\``)
  process.exitCode = 1
}

/** `node src/app/ops/report.ts JOB [--output FILE]`: npm run --silent report. Exit code 0 done, 1 not, 2 wrong arguments. */

import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { commandOf } from '../command-line/command-name.ts'
import { HELP, parseArguments, runCommand, WrongArguments } from '../command-line/run-command.ts'
import { loadEnvironmentFile, setPrivateUmask } from '../config/prepare-process.ts'
import { readKeysConfig } from '../config/read-config.ts'
import { openStore, storeKind, storeName } from '../store/open/open-store.ts'
import { reportJob } from './job-report.ts'

setPrivateUmask()
const USAGE = `usage: ${commandOf('report', 'JOB [--output FILE]')}
Prints a report of the job with this id for a public issue: versions, names of settings, states, reasons and times, but no text,
name, address or key. Read it before you publish it. --output also writes it to a new file.
`

const JOB_ID = /^job_[0-9a-z]{1,64}$/

await runCommand({
  usage: USAGE,
  readArguments() {
    const options = { output: { type: 'string' }, help: HELP } as const
    const { values, positionals } = parseArguments({ options, allowPositionals: true })
    const [job = '', ...others] = positionals
    if (!values.help && (job === '' || others.length > 0)) throw new WrongArguments('name one job')
    if (!values.help && !JOB_ID.test(job))
      throw new WrongArguments('a job is named by its id, which begins with `job_`')
    if (values.output === '') throw new WrongArguments('--output names a new file')
    return { ...values, job }
  },
  async run({ job, output }) {
    loadEnvironmentFile()
    const read = readKeysConfig(process.env)
    if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
    const text = await makeReport(read.config.databaseUrl, job)
    process.stdout.write(text)
    if (output !== undefined) writeNew(resolve(process.env.INIT_CWD ?? '', output), text)
    return 0
  },
})

async function makeReport(databaseUrl: string, job: string): Promise<string> {
  const store = await openStore(databaseUrl, { mustExist: true })
  try {
    const text = await reportJob(store, job, {
      version: readVersion(),
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      store: storeName(storeKind(databaseUrl)),
      environment: process.env,
    })
    if (text !== null) return text
    throw new Error(
      `there is no job ${job} in this database: take the id from the response of create or from the page of the job, and use the DATABASE_URL of its server`,
    )
  } finally {
    await store.close()
  }
}

function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url)
  return String(JSON.parse(readFileSync(file, 'utf8')).version)
}

/** Never overwrites a file. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    const why =
      code === 'EEXIST'
        ? 'it exists already'
        : `${code}: name one in an existing folder that you may write to`
    throw new Error(`the report is above, and ${file} was not written (${why})`, { cause })
  }
  process.stderr.write(`\nThe same text is in ${file}. Read it before you publish it.\n`)
}

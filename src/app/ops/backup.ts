/** `node src/app/ops/backup.ts FILE`: copies the database while the server runs. Exit code 0 done, 1 not, 2 wrong arguments. */

import { commandOf } from '../command-line/command-name.ts'
import { HELP, parseArguments, runCommand, WrongArguments } from '../command-line/run-command.ts'
import { loadEnvironmentFile, setPrivateUmask } from '../config/prepare-process.ts'
import { readKeysConfig } from '../config/read-config.ts'
import { storeKind } from '../store/open/open-store.ts'
import { backUpSqlite } from '../store/sqlite/backup.ts'

setPrivateUmask()

/** What backs up each kind of database. */
const OTHER_TOOLS = {
  sqlite: null,
  postgres:
    'for PostgreSQL use `pg_dump --format=custom --table=prentice_entry --table=prentice_layout`, or the backups of your provider',
  redis:
    'for Redis run `redis-cli --rdb FILE`, which writes a snapshot while the server runs, or copy the folder of its append-only file',
} as const

await runCommand({
  usage: `usage: ${commandOf('backup', 'FILE')}\nCopies the database that DATABASE_URL names to a new file.\n`,
  readArguments() {
    const { values, positionals } = parseArguments({ options: { help: HELP }, allowPositionals: true })
    const [file = '', ...others] = positionals
    if (!values.help && (file === '' || others.length > 0)) throw new WrongArguments('name one new file')
    return { ...values, file }
  },
  async run({ file }) {
    loadEnvironmentFile()
    const read = readKeysConfig(process.env)
    if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
    const { databaseUrl } = read.config
    const other = OTHER_TOOLS[storeKind(databaseUrl)]
    if (other !== null) throw new Error(`\`${commandOf('backup')}\` copies SQLite files; ${other}`)
    const entries = await backUpSqlite(databaseUrl, file)
    process.stdout.write(`${file}: ${entries} entries, checked\n`)
    return 0
  },
})

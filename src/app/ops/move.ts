/**
 * `node src/app/ops/move.ts [--undo]`: npm run move. Copies the database that DATABASE_URL names to the one that MOVE_TO
 * names. Exit code 0 done, 1 not, 2 wrong arguments.
 */

import { commandOf } from '../command-line/command-name.ts'
import { HELP, parseArguments, runCommand } from '../command-line/run-command.ts'
import { loadEnvironmentFile, setPrivateUmask } from '../config/prepare-process.ts'
import { readKeysConfig } from '../config/read-config.ts'
import { openStore } from '../store/open/open-store.ts'
import { moveStore, reopenSource } from './move-store.ts'

setPrivateUmask()

const USAGE = `usage: ${commandOf('move', '[--undo]')}
Copies the database that DATABASE_URL names to the empty one that MOVE_TO names, with KEY_PEPPER as on the servers.
Stop all servers first. The source stays closed after the move; --undo opens it again.
`

const options = {
  undo: { type: 'boolean', default: false },
  help: HELP,
} as const

await runCommand({
  usage: USAGE,
  readArguments: () => parseArguments({ options }).values,
  async run({ undo }) {
    loadEnvironmentFile()
    const read = readKeysConfig(process.env)
    if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
    const { databaseUrl, keyPepper } = read.config
    if (undo) await reopen(databaseUrl, keyPepper)
    else await move(databaseUrl, requireTarget(), keyPepper)
    return 0
  },
})

async function reopen(url: string, keyPepper: string | null): Promise<void> {
  const source = await openStore(url, { mustExist: true, isMoving: true, keyPepper })
  try {
    process.stdout.write(
      (await reopenSource(source)) ? 'the source is open again\n' : 'the source was not closed\n',
    )
  } finally {
    await source.close()
  }
}

async function move(from: string, to: string, keyPepper: string | null): Promise<void> {
  const onProgress = (copied: number) => process.stderr.write(`${copied} entries copied\n`)
  const { entries, unsigned, unverifiedKeys } = await moveStore({
    from,
    to,
    keyPepper,
    now: Date.now,
    onProgress,
  })
  if (unsigned > 0)
    process.stderr.write(
      `${unsigned} API keys or sessions were not copied: they are not valid with KEY_PEPPER, and no server accepts them\n`,
    )
  if (unverifiedKeys > 0)
    process.stderr.write(
      `${unverifiedKeys} API ${unverifiedKeys === 1 ? 'key works' : 'keys work'} only if the servers on SQLite had this KEY_PEPPER; ` +
        `otherwise replace ${unverifiedKeys === 1 ? 'it' : 'them'}: ${commandOf('keys', 'create')}\n`,
    )
  process.stdout.write(
    `${entries} entries copied and checked. Set DATABASE_URL to the value of MOVE_TO and start the servers.\n`,
  )
}

function requireTarget(): string {
  const url = process.env.MOVE_TO
  if (url === undefined || url === '')
    throw new Error('MOVE_TO: set it to the URL of the new database, in the form of DATABASE_URL')
  return url
}

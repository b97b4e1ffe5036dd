/**
 * `node src/app/ops/move.ts [--undo]`: npm run move. Copies the database that DATABASE_URL names to the one that MOVE_TO
 * names. Exit code 0 done, 1 not, 2 wrong arguments.
 */

import { HELP, parseArguments, runCommand } from '../command-line/run-command.ts'
import { commandOf } from '../command-name/command-name.ts'
import { loadEnvironmentFile } from '../config/load-environment-file.ts'
import { setPrivateUmask } from '../config/private-umask.ts'
import { readKeysConfig } from '../config/read-config.ts'
import { openStore } from '../store/open/open-store.ts'
import { nameOfStore } from '../store/open/store-kind.ts'
import { copyStore } from './copy-store.ts'
import { sealSource, unsealSource } from './seal-source.ts'

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
    const source = await openStore(databaseUrl, { mustExist: true, isMoving: true, keyPepper })
    try {
      if (undo)
        process.stdout.write(
          (await unsealSource(source)) ? 'the source is open again\n' : 'the source was not closed\n',
        )
      else await move({ url: databaseUrl, store: source }, requireTarget(), keyPepper)
    } finally {
      await source.close()
    }
    return 0
  },
})

async function move(
  from: { readonly url: string; readonly store: Awaited<ReturnType<typeof openStore>> },
  to: string,
  keyPepper: string | null,
): Promise<void> {
  const [sourceName, targetName] = [nameOfStore(from.url), nameOfStore(to)]
  if (sourceName === targetName) throw new Error('MOVE_TO: it names the same database as DATABASE_URL')
  const target = await openStore(to, { isMoving: true, keyPepper })
  try {
    await sealSource(from.store, targetName)
    const onProgress = (copied: number) => process.stderr.write(`${copied} entries copied\n`)
    const entries = await copyStore({ source: from.store, target, sourceName, onProgress })
    process.stdout.write(
      `${entries} entries copied and checked. Set DATABASE_URL to the value of MOVE_TO and start the servers.\n`,
    )
  } finally {
    await target.close()
  }
}

function requireTarget(): string {
  const url = process.env.MOVE_TO
  if (url === undefined || url === '')
    throw new Error('MOVE_TO: set it to the URL of the new database, in the form of DATABASE_URL')
  return url
}

/** `node src/app/keys/cli/cli.ts create|list|rotate|revoke`. Exit code 0: done, 1: failed, 2: wrong arguments. */
import { randomInt, randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { CommanderError } from 'commander'
import { operator } from '../../audit/actor.ts'
import { loadEnvironmentFile } from '../../config/load-environment-file.ts'
import { setPrivateUmask } from '../../config/private-umask.ts'
import { readKeysConfig } from '../../config/read-config.ts'
import { openStore } from '../../store/open/open-store.ts'
import { lineWriter } from './line-writer.ts'
import { keysProgram } from './program.ts'

setPrivateUmask()
try {
  loadEnvironmentFile()
  const read = readKeysConfig(process.env)
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
  const { databaseUrl, keyPepper, auditMs } = read.config
  const program = keysProgram({
    openStore: () => openStore(databaseUrl, { mustExist: true, keyPepper }),
    keyPepper,
    auditMs,
    by: operator(userInfo().username),
    isUnlimited: true,
    now: Date.now,
    newId: () => `key_${randomUUID()}`,
    randomInt: (below) => randomInt(below),
    print: lineWriter(process.stdout),
    note: (text) => process.stderr.write(`${text}\n`),
  })
  await program.parseAsync()
} catch (error) {
  // commander has already printed what is wrong with the arguments. `--help` is not a failure.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

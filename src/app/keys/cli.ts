/** `node src/app/keys/cli.ts create|list|revoke`. Exit code 0 done, 1 it could not be done, 2 wrong arguments. */
import { randomInt, randomUUID } from 'node:crypto'
import { CommanderError } from 'commander'
import { openStore } from '../store/open-store.ts'
import { keysProgram } from './keys-program.ts'

const program = keysProgram({
  openStore: () => openStore(process.env.DATABASE_URL ?? 'sqlite:prentice.db'),
  now: Date.now,
  newId: () => `key_${randomUUID()}`,
  randomInt: (below) => randomInt(below),
  print: (text) => process.stdout.write(`${text}\n`),
  note: (text) => process.stderr.write(`${text}\n`),
})

try {
  await program.parseAsync()
} catch (error) {
  // commander has already said what is wrong with the arguments; asking for help is no failure.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

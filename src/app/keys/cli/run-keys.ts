import { randomInt, randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { Writable } from 'node:stream'
import { CommanderError } from 'commander'
import { operator } from '../../audit/actor.ts'
import { describeKeptByNpm } from '../../command-line/run-command.ts'
import { readKeysConfig } from '../../config/read-config.ts'
import { openStore } from '../../store/open/open-store.ts'
import { lineWriter } from './line-writer.ts'
import { keysProgram } from './program.ts'

interface KeysCommand {
  readonly args: readonly string[]
  readonly readEnvironment: () => NodeJS.ProcessEnv
  readonly stdout: Writable
  readonly stderr: Writable
}

/** Runs one command. Returns its exit code: 0: done, 1: failed, 2: wrong arguments. */
export async function runKeys({ args, readEnvironment, stdout, stderr }: KeysCommand): Promise<number> {
  try {
    const environment = readEnvironment()
    const read = readKeysConfig(environment)
    if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
    const { databaseUrl, keyPepper, auditMs } = read.config
    const program = keysProgram(
      {
        openStore: () => openStore(databaseUrl, { mustExist: true, keyPepper }),
        keyPepper,
        auditMs,
        by: operator(userInfo().username),
        isUnlimited: true,
        now: Date.now,
        newId: () => `key_${randomUUID()}`,
        randomInt: (below) => randomInt(below),
        print: lineWriter(stdout),
        note: (text) => stderr.write(`${text}\n`),
      },
      { writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) },
    )
    const names = program.commands.flatMap(({ options }) => options.map((option) => option.name()))
    const kept = describeKeptByNpm([...new Set(names)], args, environment)
    if (kept !== null) program.error(`error: ${kept}`)
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // commander has already printed what is wrong with the arguments. `--help` is not a failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

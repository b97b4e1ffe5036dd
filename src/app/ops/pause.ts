/**
 * `node src/app/ops/pause.ts pause|resume --account LOGIN | --project OWNER/NAME`: npm run pause, npm run resume. `pause`
 * without a scope lists what is paused. Exit code 0: done, 1: failed, 2: wrong arguments.
 */
import { userInfo } from 'node:os'
import { runCommand } from '../command-line/run-command.ts'
import type { HoldConfig } from '../config/config.ts'
import { loadEnvironmentFile, setPrivateUmask } from '../config/prepare-process.ts'
import { readHoldConfig } from '../config/read-config.ts'
import { openStore } from '../store/open/open-store.ts'
import { describeHolds, pauseWork, resumeWork } from './hold-commands.ts'
import { type PauseArguments, readArguments, USAGE } from './pause-arguments.ts'

setPrivateUmask()
await runCommand({
  usage: USAGE,
  readArguments,
  async run(args) {
    loadEnvironmentFile()
    const read = readHoldConfig(process.env)
    if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
    const lines = await carryOut(args, read.config)
    process.stdout.write(`${lines.join('\n')}\n`)
    return 0
  },
})

async function carryOut(
  { command, isList, account, project, why, 'stop-running': isStopping }: PauseArguments,
  { databaseUrl, retention }: HoldConfig,
): Promise<string[]> {
  const store = await openStore(databaseUrl, { mustExist: true })
  // The server finds due work without a signal from this command.
  const deps = { store, now: Date.now, onDue: () => undefined, retention }
  try {
    if (isList) return await describeHolds(deps)
    const by = userInfo().username
    if (command === 'resume') return await resumeWork(deps, { account, project, by })
    return await pauseWork(deps, { account, project, by, why: why ?? null, isStopping })
  } finally {
    await store.close()
  }
}

/**
 * `node src/app/ops/pause.ts pause|resume --account LOGIN | --project OWNER/NAME`: npm run pause, npm run resume. `pause`
 * without a scope lists what is paused. Exit code 0: done, 1: failed, 2: wrong arguments.
 */

import { userInfo } from 'node:os'
import { commandOf } from '../command-line/command-name.ts'
import { HELP, parseArguments, runCommand, WrongArguments } from '../command-line/run-command.ts'
import type { HoldConfig } from '../config/config.ts'
import { loadEnvironmentFile, setPrivateUmask } from '../config/prepare-process.ts'
import { readHoldConfig } from '../config/read-config.ts'
import { openStore } from '../store/open/open-store.ts'
import { describeHolds, pauseWork, resumeWork } from './hold-commands.ts'

setPrivateUmask()
const USAGE = `usage: ${commandOf('pause')}                                       lists what is paused
       ${commandOf('pause', '--account LOGIN [--why TEXT] [--stop-running]')}
       ${commandOf('pause', '--project OWNER/NAME [--why TEXT] [--stop-running]')}
       ${commandOf('resume', '--account LOGIN | --project OWNER/NAME')}
Starts no more runs for an account or a project. Accepted jobs wait. --stop-running also cancels the runs that have started.
`

/** Lists, pages and the API repeat it for each job that waits. */
const MAX_WHY = 500

await runCommand({
  usage: USAGE,
  readArguments,
  async run(args) {
    loadEnvironmentFile()
    const read = readHoldConfig(process.env)
    if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
    const lines = await holdOrResume(args, read.config)
    process.stdout.write(`${lines.join('\n')}\n`)
    return 0
  },
})

/** From the command line; throws WrongArguments. */
function readArguments() {
  const options = {
    account: { type: 'string' },
    project: { type: 'string' },
    why: { type: 'string' },
    'stop-running': { type: 'boolean', default: false },
    help: HELP,
  } as const
  const { positionals, values } = parseArguments({ options, allowPositionals: true })
  const [command, ...others] = positionals
  if (command !== 'pause' && command !== 'resume') throw new WrongArguments('name pause or resume')
  // Without its option, a name would list what is paused, and pause nothing.
  if (others.length > 0)
    throw new WrongArguments(
      `unexpected argument ${others.join(' ')}: write --account LOGIN or --project OWNER/NAME`,
    )
  const scopes = [values.account, values.project].filter((scope) => scope !== undefined).length
  if (scopes > 1) throw new WrongArguments('name an account or a project, not both')
  if ((values.why?.length ?? 0) > MAX_WHY)
    throw new WrongArguments(`--why has more than ${MAX_WHY} characters: write a sentence, or a link`)
  const hasMore = values.why !== undefined || values['stop-running']
  if (command === 'resume' && hasMore) throw new WrongArguments('resume takes only --account or --project')
  if (scopes === 0 && !values.help && (command === 'resume' || hasMore))
    throw new WrongArguments('name --account or --project')
  return { ...values, command, isList: scopes === 0 }
}

async function holdOrResume(
  { command, isList, account, project, why, 'stop-running': isStopping }: ReturnType<typeof readArguments>,
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

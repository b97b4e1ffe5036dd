/** `npm run sandbox`: everything on loopback, for curl and for programs. */
import { absoluteDatabaseUrl } from './cli/absolute-database-url.ts'
import { detectRepository } from './cli/detect-repository.ts'
import { endOnSignal, untilAborted } from './cli/end-on-signal.ts'
import { logToStderr } from './cli/log-to-stderr.ts'
import { readServeOptions } from './cli/read-options.ts'
import { reportAndExit } from './cli/report-and-exit.ts'
import { describeWorld, showWorld } from './cli/show-world.ts'
import { paintFor } from './cli/terminal-colors.ts'
import { SERVE_USAGE } from './cli/usage.ts'
import { chooseRealModel } from './world/choose-model.ts'
import { startWorld } from './world/start-world.ts'

await reportAndExit(async () => {
  const here = detectRepository(process.cwd(), process.env)
  const options = readServeOptions(process.argv.slice(2), here)
  if (options === null) {
    process.stdout.write(SERVE_USAGE)
    return 0
  }
  const { json, port, repository, dialect, offersInit, verbose } = options
  const signal = endOnSignal()
  const databaseUrl = process.env.DATABASE_URL
  try {
    const model = await chooseRealModel(process.env)
    const world = await startWorld({
      ...(port !== null && { port }),
      usualPorts: true,
      dialect,
      offersInit,
      signal,
      log: logToStderr({ verbose, signal }),
      ...(verbose && { appEnvironment: { LOG_LEVEL: 'info' } }),
      ...(model && { model }),
      ...(repository && { repository }),
      ...(databaseUrl && { databaseUrl: absoluteDatabaseUrl(databaseUrl, here) }),
    })
    const screen = () => showWorld(world, paintFor(process.stdout, process.env))
    process.stdout.write(json ? `${JSON.stringify(describeWorld(world))}\n` : `${screen()}\n`)
    await untilAborted(signal)
    await world.close()
  } catch (error) {
    // A signal during the start is a normal end.
    if (!signal.aborted) throw error
  }
  return 0
})

/** `npm run sandbox`: everything on loopback, to be tried out with curl or by a program. */
import { resolve } from 'node:path'
import { endOnSignal, untilAborted } from './terminal/end-on-signal.ts'
import { paintFor } from './terminal/paint.ts'
import { readServeOptions } from './terminal/read-options.ts'
import { reportAndExit } from './terminal/report-and-exit.ts'
import { describeWorld, showWorld } from './terminal/show-world.ts'
import { startWorld } from './world.ts'

await reportAndExit(async () => {
  const { json, port, repository, dialect } = readServeOptions(process.argv.slice(2))
  const signal = endOnSignal()
  const databaseUrl = process.env.DATABASE_URL
  try {
    const world = await startWorld({
      port,
      dialect,
      signal,
      modelEnvironment: process.env,
      log: (message) => process.stderr.write(`${message}\n`),
      ...(repository && { repository }),
      ...(databaseUrl && { databaseUrl: absoluteDatabaseUrl(databaseUrl) }),
    })
    const screen = () => showWorld(world, paintFor(process.stdout, process.env))
    process.stdout.write(json ? `${JSON.stringify(describeWorld(world))}\n` : `${screen()}\n`)
    await untilAborted(signal)
    await world.close()
  } catch (error) {
    // Ended by signal while it started: that is what was asked for.
    if (!signal.aborted) throw error
  }
  return 0
})

/** The app runs in another directory than this command. */
function absoluteDatabaseUrl(url: string): string {
  const path = /^sqlite:(?!:memory:)(?!\/\/)(.+)$/.exec(url)?.[1]
  return path === undefined ? url : `sqlite:${resolve(path)}`
}

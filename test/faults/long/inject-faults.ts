import { setTimeout as sleep } from 'node:timers/promises'
import type { AppProcess } from '../../../sandbox/world/app-process.ts'
import type { DatabaseServer } from '../../support/stores/server.ts'
import type { TestWorld } from '../../support/world/world.ts'
import { STAGES } from '../stages.ts'

export interface Havoc {
  counts(): Readonly<Record<string, number>>
  /** Ends it, and has every server running again. */
  heal(): Promise<void>
}

/** Each one that comes back soon is waited for twice as long as the one before. */
const MAX_LIMITS = 4
const LIMIT = { status: 403, retryAfter: 2, message: 'You have exceeded a secondary rate limit.' }

/** Kills, halts and restarts servers, kills runners, and lets GitHub show what was. Its requests fail beside this. */
export function startHavoc(world: TestWorld, random: () => number, database: DatabaseServer | null): Havoc {
  const counts: Record<string, number> = {}
  const underWay = new Set<Promise<void>>()
  const busy = new Set<AppProcess>()
  let ended = false

  const begin = (name: string, work: Promise<void>): void => {
    counts[name] = (counts[name] ?? 0) + 1
    const tracked: Promise<void> = work.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }
  const restart = async (app: AppProcess, signal: 'SIGKILL' | 'SIGTERM', awayMs: number): Promise<void> => {
    await app.stop(signal)
    await sleep(awayMs)
    await startStubbornly(app)
    busy.delete(app)
  }
  const halt = async (app: AppProcess, server: number, forMs: number): Promise<void> => {
    app.signal('SIGSTOP')
    // The health check of a balancer takes its time to notice.
    await sleep(Math.min(forMs, 2000))
    world.balancer?.setExcluded(server, true)
    await sleep(forMs - Math.min(forMs, 2000))
    app.signal('SIGCONT')
    world.balancer?.setExcluded(server, false)
    busy.delete(app)
  }
  const strikeServer = (): void => {
    const server = Math.floor(random() * world.apps.length)
    const app = world.apps[server]
    if (app === undefined || busy.has(app)) return
    busy.add(app)
    const dice = random()
    if (dice < 0.6) begin('server killed', restart(app, 'SIGKILL', random() * 3000))
    else if (dice < 0.75) begin('server restarted', restart(app, 'SIGTERM', 0))
    // One in four is halted past the lease of a dispatch.
    else begin('server halted', halt(app, server, random() < 0.25 ? 40_000 : random() * 6000))
  }
  let isDatabaseAway = false
  const strikeDatabase = async (server: DatabaseServer): Promise<void> => {
    isDatabaseAway = true
    await server.kill()
    await sleep(random() * 3000)
    await server.restart()
    isDatabaseAway = false
  }
  const strike = (): void => {
    if (database !== null && !isDatabaseAway && random() < 0.15) {
      begin('database killed', strikeDatabase(database))
      return
    }
    const dice = random()
    if (dice < 0.55) strikeServer()
    else if (dice < 0.8) {
      world.runner.killAt(STAGES[Math.floor(random() * STAGES.length)] ?? '')
      begin('runner killed', Promise.resolve())
    } else if (dice < 0.95) {
      world.github.lagReads(1000 + random() * 4000)
      begin('reads lag', Promise.resolve())
    } else if ((counts['limit of GitHub'] ?? 0) < MAX_LIMITS) {
      world.github.failNext(/^\w+ \/repos\//, LIMIT)
      begin('limit of GitHub', Promise.resolve())
    }
  }
  const rage = (async () => {
    while (!ended) {
      strike()
      await sleep(1500 + random() * 3500)
    }
  })()

  return {
    counts: () => counts,
    async heal() {
      ended = true
      await rage
      await Promise.all(underWay)
      world.github.lagReads(0)
    },
  }
}

/** GitHub or the database may be away while it starts; a service manager would keep trying, too. */
async function startStubbornly(app: AppProcess): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await app.start()
      return
    } catch (error) {
      if (tries === 20) throw error
      await app.stop('SIGKILL')
      await sleep(500)
    }
  }
}

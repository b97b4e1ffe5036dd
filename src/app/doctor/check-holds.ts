import { commandOf } from '../command-line/command-name.ts'
import { listHolds } from '../ops/hold-scope.ts'
import { openStore } from '../store/open/open-store.ts'
import { type Finding, warn } from './finding.ts'

/** What an operator has paused. A database that does not exist yet is the finding of another check. */
export async function checkHolds(databaseUrl: string): Promise<Finding[]> {
  const store = await openStore(databaseUrl, { mustExist: true }).catch(() => null)
  if (store === null) return []
  try {
    const holds = await listHolds(store)
    return holds.map(({ scope, name, hold }) => {
      const since = new Date(hold.heldAt).toISOString()
      const why = hold.why === null ? '' : `: ${hold.why}`
      return warn(
        'paused',
        `no run starts for ${name}, since ${since} by ${hold.by}${why}`,
        commandOf('resume', `--${scope.kind} ${name}`),
      )
    })
  } finally {
    await store.close()
  }
}

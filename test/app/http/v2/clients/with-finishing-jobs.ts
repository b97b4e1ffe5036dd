import { setTimeout as sleep } from 'node:timers/promises'
import { isEnded } from '../../../../../src/app/domain/run.ts'
import { loadJob } from '../../../../../src/app/job-store/job-record.ts'
import type { JobStore } from '../../../../../src/app/job-store/update-job.ts'
import type { AppServer } from '../../../../support/app/app-server.ts'
import { seatedRunner } from '../../../../support/app/claimed-runner.ts'
import { listEntries } from '../../../../support/app/list-entries.ts'
import { RETENTION } from '../../../../support/app/retention.ts'

/** Lets a client work against the server, and ends every run well soon after it was opened. */
export async function whileJobsEnd<T>(app: AppServer, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const [result] = await Promise.all([work().finally(() => stop.abort()), endRuns(app, stop.signal)])
  return result
}

async function endRuns(app: AppServer, stop: AbortSignal): Promise<void> {
  const deps: JobStore = {
    store: app.store,
    now: () => app.clock.at,
    onDue: () => {},
    retention: RETENTION,
  }
  while (!stop.aborted) {
    for (const { key } of await listEntries(app.store, 'job/')) {
      const [, job = '', project = ''] = key.split('/')
      const found = await loadJob(app.store, { project, job })
      if (found === null || isEnded(found.job.run)) continue
      const runner = await seatedRunner(deps, { project, job })
      await runner.finish('Nothing had to change.')
    }
    await sleep(100)
  }
}

import type { JobStore } from '../../../../../src/app/job-store/update-job.ts'
import type { AppServer } from '../../../../support/app/app-server.ts'
import { seatedRunner } from '../../../../support/app/claimed-runner.ts'
import { RETENTION } from '../../../../support/app/retention.ts'

/** The use cases on the server's database, as another process on it would run them. */
const besides = (app: AppServer): JobStore => ({
  store: app.store,
  now: () => app.clock.at,
  onDue: () => {},
  retention: RETENTION,
})

/** A job with a runner at work. */
export async function watchedJob(app: AppServer) {
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const key = { project: app.project, job: String(created.json.id) }
  const path = `/v2/agent/${app.project}/job/${key.job}`
  const deps = besides(app)
  return { path, key, deps, runner: await seatedRunner(deps, key) }
}

import type { Request } from 'autocannon'
import { type Figure, figure } from '../figures/figure.ts'
import { createJobs, createRequest } from '../load/create-jobs.ts'
import { runLoad } from '../load/run-load.ts'
import type { Target } from '../target/start-target.ts'

const REQUESTS = { amount: 100_000 }
const JOBS = 900

/** Resident memory of a new server after 100,000 requests: nine gets of different jobs for each create. */
export async function measureMemory(bare: Target, app: Target): Promise<Figure> {
  const [project = ''] = app.projects
  const gets = (await createJobs(app, project, JOBS)).map((path): Request => ({ method: 'GET', path }))
  const mixed = gets.flatMap((get, index) => (index % 9 === 0 ? [createRequest(project), get] : [get]))
  await runLoad(bare, { requests: [{ method: 'GET', path: '/' }], status: 200 }, REQUESTS)
  await runLoad(app, { requests: mixed, status: [200, 201] }, REQUESTS)
  return figure('memory, 100,000 requests', (await app.usage()).rssMb, 'MB', (await bare.usage()).rssMb)
}

import type { Request } from 'autocannon'
import { type Figure, figure } from './figure.ts'
import { createIn, givenJobs } from './given-jobs.ts'
import { putLoadOn } from './put-load-on.ts'
import type { Target } from './start-target.ts'

const REQUESTS = { amount: 100_000 }
const JOBS = 900

/** What a server that has just started holds after 100,000 requests: nine gets of different jobs to each create. */
export async function measureMemory(bare: Target, app: Target): Promise<Figure> {
  const [project = ''] = app.projects
  const gets = (await givenJobs(app, project, JOBS)).map((path): Request => ({ method: 'GET', path }))
  const mixed = gets.flatMap((get, index) => (index % 9 === 0 ? [createIn(project), get] : [get]))
  await putLoadOn(bare, { requests: [{ method: 'GET', path: '/' }], status: 200 }, REQUESTS)
  await putLoadOn(app, { requests: mixed, status: [200, 201] }, REQUESTS)
  return figure('memory, 100,000 requests', (await app.used()).rssMb, 'MB', (await bare.used()).rssMb)
}

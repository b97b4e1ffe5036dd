import { join } from 'node:path'
import type { Figure } from '../figures/figure.ts'
import { createRequest } from '../load/create-jobs.ts'
import { startTarget } from '../target/start-target.ts'
import { measureRequests } from './measure-requests.ts'

/** What no server on this store could exceed: how close the line `create` comes to it shows what is left to gain. */
export async function measureFloor(directory: string): Promise<Figure[]> {
  const [bare, floor] = [
    await startTarget('bare'),
    await startTarget('floor', `sqlite:${join(directory, 'floor')}.db`),
  ]
  const load = { requests: floor.projects.map(createRequest), status: 201 }
  const name = 'floor of create: same bytes, same commit, no checks'
  const figures = await measureRequests(bare, floor, [{ name, load }])
  await Promise.all([bare.stop(), floor.stop()])
  return figures
}

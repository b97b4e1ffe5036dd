import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchWorld } from '../../../batches/batch-world.ts'
import { whileJobsEnd } from './with-finishing-jobs.ts'

/** Lets a program wait for a batch, whose lane works as it does in the server. */
export async function whileBatchesWork<T>({ app, work }: BatchWorld, program: () => Promise<T>): Promise<T> {
  let isDone = false
  const lane = async (): Promise<void> => {
    for (; !isDone; await sleep(100)) await work()
  }
  const both = () => Promise.all([program().finally(() => (isDone = true)), lane()])
  const [result] = await whileJobsEnd(app, both)
  return result
}

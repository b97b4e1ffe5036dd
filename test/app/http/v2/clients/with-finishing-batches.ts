import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchWorld } from '../../../batches/batch-world.ts'
import { whileJobsEnd } from './with-finishing-jobs.ts'

/** Handles due entries of batches as the server does, so that a program can wait for a batch. */
export async function whileBatchesWork<T>({ app, work }: BatchWorld, program: () => Promise<T>): Promise<T> {
  let isDone = false
  const queue = async (): Promise<void> => {
    for (; !isDone; await sleep(100)) await work()
  }
  const both = () => Promise.all([program().finally(() => (isDone = true)), queue()])
  const [result] = await whileJobsEnd(app, both)
  return result
}

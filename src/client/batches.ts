import type {
  BatchJob,
  BatchJobList,
  BatchList,
  BatchView,
  NewBatch as NewBatchBody,
} from '../contract/batch.ts'
import { type PageOptions, Pages } from './pages.ts'
import { createPatience, PATIENCE_MS, sleep } from './retry.ts'
import type { RequestOptions, SendOptions, Transport } from './transport.ts'

type Given = Omit<NewBatchBody, 'each' | 'per' | 'atOnce'>

/** Either `projectId` and `each`, or `projectIds`. */
export interface NewBatch extends Given {
  /** One glob, or several. */
  readonly each?: string | readonly string[] | undefined
  readonly per?: number | undefined
  readonly atOnce?: number | undefined
}

export interface BatchWaitOptions extends RequestOptions {
  /** Called with the batch each time it has changed. An error that it throws ends the waiting. */
  readonly onChange?: ((batch: BatchView) => void | Promise<void>) | undefined
  /** How long the server may be unreachable, in ms. Default: 300,000. */
  readonly patienceMs?: number | undefined
  /** Time between two requests, in ms. Default: 3,000. */
  readonly pollMs?: number | undefined
}

export interface ContinueOptions extends RequestOptions {
  readonly limitUsd?: number | undefined
  /** The `waitId` of the batch that you looked at. If it waits for something else by now, the error has the status 409. */
  readonly waitId?: string | undefined
}

/** One prompt for many files of a project, or for many projects. */
export interface Batches {
  create(batch: NewBatch, options?: SendOptions): Promise<BatchView>
  get(id: string, options?: RequestOptions): Promise<BatchView>
  /** Newest first. */
  list(options?: PageOptions): Pages<BatchView>
  /** The report: each job, in the order of the numbers. */
  jobs(id: string, options?: PageOptions): Pages<BatchJob>
  /** After the pilot, or with a higher limit. */
  continue(id: string, options?: ContinueOptions): Promise<BatchView>
  /** Creates no more jobs, and cancels those that are active. */
  cancel(id: string, options?: RequestOptions): Promise<BatchView>
  /** Retries the jobs that failed. */
  retry(id: string, options?: RequestOptions): Promise<BatchView>
  /** Waits until the batch has ended, or waits for `continue`. */
  wait(id: string, options?: BatchWaitOptions): Promise<BatchView>
}

export function createBatches(transport: Transport): Batches {
  const pathOf = (batchId: string) => ({ batchId })
  const act =
    (operation: 'getBatch' | 'cancelBatch' | 'retryBatch') =>
    async (id: string, { signal }: RequestOptions = {}): Promise<BatchView> =>
      (await transport.json<BatchView>(operation, { path: pathOf(id), signal })).value
  const get = act('getBatch')
  return {
    async create(body, options = {}) {
      return (await transport.json<BatchView>('createBatch', { body, ...options })).value
    },
    get,
    list: ({ limit, cursor: start, signal } = {}) =>
      new Pages(async (cursor) => {
        const { value } = await transport.json<BatchList>('listBatches', { query: { cursor, limit }, signal })
        return { items: value.batches, nextCursor: value.nextCursor }
      }, start),
    jobs: (id, { limit = 100, cursor: start, signal } = {}) =>
      new Pages(async (cursor) => {
        const call = { path: pathOf(id), query: { cursor, limit }, signal }
        const { value } = await transport.json<BatchJobList>('listBatchJobs', call)
        return { items: value.jobs, nextCursor: value.nextCursor }
      }, start),
    async continue(id, { limitUsd, waitId, signal } = {}) {
      const call = { path: pathOf(id), body: { limitUsd, waitId }, signal }
      return (await transport.json<BatchView>('continueBatch', call)).value
    },
    cancel: act('cancelBatch'),
    retry: act('retryBatch'),
    async wait(id, { onChange, signal, patienceMs = PATIENCE_MS, pollMs = 3_000 } = {}) {
      const { responded, tolerate } = createPatience(patienceMs, signal)
      for (let reported = ''; ; ) {
        const batch = await get(id, { signal }).catch(tolerate)
        if (batch) {
          responded()
          const text = JSON.stringify(batch)
          if (text !== reported) await onChange?.(batch)
          reported = text
          if (batch.status !== 'planning' && batch.status !== 'running') return batch
        }
        await sleep(pollMs * (0.75 + Math.random() / 2), signal)
      }
    },
  }
}

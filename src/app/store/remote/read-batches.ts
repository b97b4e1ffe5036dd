import { untilComplete } from '../storage-adapter.ts'

/** Maximum number of reads that wait for a busy database; 36,000 a second are normal for a busy server. */
const MAX_WAITING = 20_000
/** Keys of one batch. */
const MAX_KEYS = 2_000

type Values = ReadonlyMap<string, string>

interface Waiting {
  readonly keys: readonly string[]
  readonly resolve: (values: Values) => void
  readonly reject: (error: unknown) => void
}

export interface ReadBatchesOptions {
  /**
   * Calls `take` when a connection is free, reads the keys that it returns, and passes the result on. The batch includes
   * keys that were requested meanwhile.
   */
  readonly fetch: (take: () => readonly string[]) => Promise<Values>
}

/** Collects reads while more arrive, and reads them together: one round trip for fifty requests. */
export function createReadBatches({ fetch }: ReadBatchesOptions) {
  let waiting: Waiting[] = []
  let isScheduled = false

  function flush(): void {
    let batch: Waiting[] = []
    const take = (): readonly string[] => {
      batch = takeBatch()
      const [only] = batch
      return batch.length === 1 && only !== undefined
        ? only.keys
        : [...new Set(batch.flatMap(({ keys }) => keys))]
    }
    fetch(take).then(
      (values) => {
        for (const { resolve } of batch) resolve(values)
      },
      (error) => {
        // Reads fail when the database is away: those that wait get their answer now.
        isScheduled = false
        for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error)
      },
    )
  }

  function takeBatch(): Waiting[] {
    isScheduled = false
    let count = 0
    let length = 0
    for (const { keys } of waiting) {
      count += keys.length
      if (length > 0 && count > MAX_KEYS) break
      length += 1
    }
    const batch = waiting.slice(0, length)
    waiting = waiting.slice(length)
    if (waiting.length > 0) schedule()
    return batch
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    untilComplete(() => waiting.length).then(flush)
  }

  return {
    async read(keys: readonly string[]): Promise<(string | undefined)[]> {
      if (waiting.length >= MAX_WAITING) throw new Error('too many reads wait for the database')
      const values = await new Promise<Values>((resolve, reject) => {
        waiting.push({ keys, resolve, reject })
        schedule()
      })
      return keys.map((key) => values.get(key))
    },
  }
}

/** `<queue>/<time>/<kind>/<project>[/<id>]` */
export interface QueueKey {
  readonly at: number
  /** Kind of the work. A newer server may know more kinds. */
  readonly kind: string
  readonly project: string
  /** `''`: the entry is for the project itself. */
  readonly id: string
}

/** `null`: not the key of a queue entry. */
export function parseQueueKey(key: string): QueueKey | null {
  const [, at, kind, project, id = ''] = key.split('/')
  if (at === undefined || kind === undefined || project === undefined) return null
  return { at: Number(at), kind, project, id }
}

/** The run of an `ev/` key. */
export const runOfEvents = (key: string): number => Number(/^ev\/[^/]+\/(\d+)-/.exec(key)?.[1])

import { setImmediate } from 'node:timers'

type Read = (key: string) => Promise<string | undefined>

/**
 * Lets the requests that lie ready together read a key once: they show the same API key, and many ask for the same job.
 * `together` opens that span, and it ends with the turn of the event loop, as the snapshot they read from does
 * (`Store.readTogether`). `forget` ends it at once: whoever was told of a write must see it.
 */
export function shareReads(read: Read) {
  let shared: Map<string, Promise<string | undefined>> | null = null

  function end(): void {
    shared = null
  }

  return {
    get(key: string): Promise<string | undefined> {
      const under = shared?.get(key)
      if (under !== undefined) return under
      const reading = read(key)
      shared?.set(key, reading)
      return reading
    },
    together(): void {
      if (shared !== null) return
      shared = new Map()
      setImmediate(end)
    },
    forget(): void {
      shared?.clear()
    },
  }
}

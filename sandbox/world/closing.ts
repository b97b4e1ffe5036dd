/** Ends all started parts in reverse order, exactly once, even if only some of them have started. */
export class Closing {
  readonly #log: (message: string) => void
  readonly #closers: (() => Promise<unknown>)[] = []
  readonly #ending = new AbortController()
  #closed: Promise<void> | null = null

  constructor(log: (message: string) => void) {
    this.#log = log
  }

  /** Aborted when closing starts. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** Registers a closer. If everything is already closed, calls it immediately and throws. */
  async add(closer: () => Promise<unknown>): Promise<void> {
    if (this.#closed) {
      await closer()
      throw new Error('the sandbox was closed while it started')
    }
    this.#closers.push(closer)
  }

  close(): Promise<void> {
    this.#closed ??= this.#closeAll()
    return this.#closed
  }

  async #closeAll(): Promise<void> {
    this.#ending.abort()
    for (const closer of this.#closers.reverse()) {
      try {
        await closer()
      } catch (error) {
        // The other parts must still end.
        this.#log(`closing the sandbox: ${String(error)}`)
      }
    }
  }
}

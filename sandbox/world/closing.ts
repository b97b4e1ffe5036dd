/** What has been started, to be ended in reverse order: once, whoever asks, and also half-way through a start. */
export class Closing {
  readonly #log: (message: string) => void
  readonly #closers: (() => Promise<unknown>)[] = []
  readonly #ending = new AbortController()
  #closed: Promise<void> | null = null

  constructor(log: (message: string) => void) {
    this.#log = log
  }

  /** Aborted when the closing begins. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** Throws, having ended the thing at once, if all has been closed meanwhile. */
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
        // The rest has to end all the same.
        this.#log(`closing the sandbox: ${String(error)}`)
      }
    }
  }
}

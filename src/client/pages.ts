import type { RequestOptions } from './transport.ts'

export interface PageOptions extends RequestOptions {
  /** Entries on a page, 1 to 100. Default: 20. */
  readonly limit?: number | undefined
  /** Start here: `nextCursor` of an earlier page. */
  readonly cursor?: string | undefined
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Where the next page starts; `null` on the last page. */
  readonly nextCursor: string | null
}

/** A list that the server returns in pages. Iterating over it requests them one after the other. */
export class Pages<T> implements AsyncIterable<T> {
  readonly #load: (cursor: string | undefined) => Promise<Page<T>>
  readonly #cursor: string | undefined

  constructor(load: (cursor: string | undefined) => Promise<Page<T>>, cursor?: string) {
    this.#load = load
    this.#cursor = cursor
  }

  /** The first page. */
  first(): Promise<Page<T>> {
    return this.#load(this.#cursor)
  }

  async *pages(): AsyncGenerator<Page<T>> {
    for (let cursor = this.#cursor; ; ) {
      const page = await this.#load(cursor)
      yield page
      if (page.nextCursor === null) return
      cursor = page.nextCursor
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const { items } of this.pages()) yield* items
  }
}

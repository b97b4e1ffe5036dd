/** A query that knows which of its parameters a route asked for. What no route asks for, it does not support. */
export class AskedQuery extends URLSearchParams {
  readonly #asked = new Set<string>()

  override get(name: string): string | null {
    this.#asked.add(name)
    return super.get(name)
  }

  override has(name: string): boolean {
    this.#asked.add(name)
    return super.has(name)
  }

  /** One that nobody asked for; `undefined`: there is none. */
  unasked(): string | undefined {
    return [...this.keys()].find((name) => !this.#asked.has(name))
  }
}

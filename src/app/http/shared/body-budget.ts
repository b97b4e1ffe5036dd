/** A share of the memory that request bodies may hold together. */
export interface BodyShare {
  /** False: the budget is exhausted, and nothing was taken. */
  take(bytes: number): boolean
  /** Returns all that was taken. */
  release(): void
}

/** Limits the bytes that several request bodies hold together. */
export interface BodyBudget {
  open(): BodyShare
}

export function createBodyBudget(most: number): BodyBudget {
  let held = 0
  return {
    open() {
      let own = 0
      return {
        take(bytes) {
          if (held + bytes > most) return false
          held += bytes
          own += bytes
          return true
        },
        release() {
          held -= own
          own = 0
        },
      }
    },
  }
}

/** The bytes that wait for one watcher, as part of those of its account. */
export interface HeldShare {
  add(bytes: number): void
  /** The watchers of the account hold so much together that each gets a small window only. */
  isExceeded(): boolean
}

/** Counts the bytes that wait for the watchers of each account. */
export interface HeldBytes {
  shareOf(account: number): HeldShare
}

/** 256 full windows. One account, with its 1,000 streams, cannot hold more than twice this. */
const MOST_OF_AN_ACCOUNT = 16 * 1024 * 1024

export function createHeldBytes(most = MOST_OF_AN_ACCOUNT): HeldBytes {
  const held = new Map<number, number>()
  return {
    shareOf: (account) => ({
      add(bytes) {
        const sum = (held.get(account) ?? 0) + bytes
        if (sum === 0) held.delete(account)
        else held.set(account, sum)
      },
      isExceeded: () => (held.get(account) ?? 0) >= most,
    }),
  }
}

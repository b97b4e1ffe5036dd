import type { DatabaseSync } from 'node:sqlite'

/**
 * Reads that follow one another without waiting for anything but the database see one snapshot of it. Outside of a
 * transaction SQLite locks and unlocks the file around each statement, which costs more than the read itself.
 *
 * A snapshot ends with the callback of the event loop in which it began: before the next message arrives, so that
 * nobody who was told of a write by another process, or by this one, is answered from before it. While it is held, it
 * serves all messages that the system had ready when the loop asked for them: they arrived before it began.
 *
 * `onForeignWrite` is called before the first read that sees a write of another connection, and of the first of all.
 */
export function createReadSnapshot(database: DatabaseSync, onForeignWrite: () => void) {
  const beginning = database.prepare('BEGIN')
  const ending = database.prepare('COMMIT')
  // Changes with the commits of all other connections: https://sqlite.org/pragma.html#pragma_data_version
  const version = database.prepare('PRAGMA data_version')
  version.setReturnArrays(true)
  let isOpen = false
  let seen: unknown = null
  let isHeld = false

  function end(): void {
    if (isOpen && database.isOpen && database.isTransaction) ending.run()
    isOpen = false
  }

  function letGo(): void {
    isHeld = false
    end()
  }

  return {
    /** To be called before a read. */
    begin(): void {
      if (isOpen) return
      beginning.run()
      isOpen = true
      // Ticks come before promises at the end of a callback, but after the promises among which they were asked for.
      if (!isHeld) Promise.resolve().then(() => process.nextTick(end))
      const current = version.get()?.[0]
      if (current !== seen) onForeignWrite()
      seen = current
    },
    /** To be called before a write. */
    end,
    /** To be called in the callback of a socket. Immediates run when all sockets that were ready have been heard. */
    hold(): void {
      if (isHeld) return
      isHeld = true
      setImmediate(letGo)
    },
  }
}

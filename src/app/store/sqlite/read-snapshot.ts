import type { DatabaseSync } from 'node:sqlite'

/**
 * One snapshot for reads that follow each other without waiting for anything but the database. Outside a transaction,
 * SQLite locks and unlocks the file around each statement, which costs more than the read itself.
 *
 * A snapshot ends with the event loop callback in which it began, before the next message arrives: a client that knows
 * of a write, by this or another process, never gets a response from before it. A held snapshot serves all messages that
 * the system had ready when the event loop asked for them: they arrived before it began.
 *
 * `onForeignWrite` is called before the very first read or check, and before the first that sees a write of another
 * connection.
 */
export function createReadSnapshot(database: DatabaseSync, onForeignWrite: () => void) {
  const beginning = database.prepare('BEGIN')
  const ending = database.prepare('COMMIT')
  // Changes with the commits of all other connections: https://sqlite.org/pragma.html#pragma_data_version
  const version = database.prepare('PRAGMA data_version')
  version.setReturnArrays(true)
  let isOpen = false
  let versionSeen: unknown = null
  let isHeld = false

  function end(): void {
    if (isOpen && database.isOpen && database.isTransaction) ending.run()
    isOpen = false
  }

  function noticeForeignWrites(): void {
    const current = version.get()?.[0]
    if (current !== versionSeen) onForeignWrite()
    versionSeen = current
  }

  function release(): void {
    isHeld = false
    end()
  }

  return {
    /** Call this before a read. */
    begin(): void {
      if (isOpen) return
      beginning.run()
      isOpen = true
      // Ticks run before promises at the end of a callback, but after the promises among which they were scheduled.
      if (!isHeld) Promise.resolve().then(() => process.nextTick(end))
      noticeForeignWrites()
    },
    /** Call this before a write. */
    end,
    /** Call this under the write lock, before a check: until the lock is released, no other connection writes. */
    noticeForeignWrites,
    /** Call this in the callback of a socket. Immediates run after the callbacks of all sockets that were ready. */
    hold(): void {
      if (isHeld) return
      isHeld = true
      setImmediate(release)
    },
  }
}

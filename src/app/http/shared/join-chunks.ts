/** A chunk of at least this size is kept as it is. */
const LARGE = 16 * 1024
const BLOCK = 64 * 1024
const NO_BLOCK = Buffer.alloc(0)

export interface JoinedChunks {
  add(chunk: Buffer): void
  /** All bytes so far. */
  join(): Buffer
  clear(): void
}

/**
 * Collects the chunks of a body and holds little more than their bytes. A small chunk is copied: as an object it takes 100
 * bytes and keeps all that was read from the socket with it, and a client decides how small chunks are. A chunk of
 * `wholeLength` bytes is the whole body, as usual, and is not copied.
 */
export function joinChunks(wholeLength: number): JoinedChunks {
  let parts: Buffer[] = []
  let block = NO_BLOCK
  let used = 0
  const closeBlock = (): void => {
    if (used === 0) return
    parts.push(block.subarray(0, used))
    block = block.subarray(used)
    used = 0
  }
  return {
    add(chunk) {
      if (chunk.length >= LARGE || chunk.length === wholeLength) {
        closeBlock()
        parts.push(chunk)
        return
      }
      if (used + chunk.length > block.length) {
        closeBlock()
        // The first block is small, as most bodies are.
        block = Buffer.allocUnsafeSlow(parts.length === 0 ? Math.max(chunk.length, 1024) : BLOCK)
      }
      used += chunk.copy(block, used)
    },
    join() {
      closeBlock()
      return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
    },
    clear() {
      parts = []
      block = NO_BLOCK
      used = 0
    },
  }
}

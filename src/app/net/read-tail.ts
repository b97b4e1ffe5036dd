/** More than a log of GitHub Actions has. What follows is not read. */
const MOST_BYTES = 256 * 1024 * 1024

/** The end of a text, from its first whole line. Holds little of it in memory, however long it is. */
export async function readTail(body: ReadableStream<Uint8Array>, bytes: number): Promise<string> {
  let tail = Buffer.alloc(0)
  let total = 0
  for await (const chunk of body) {
    total += chunk.length
    const all = Buffer.concat([tail, chunk])
    tail = all.subarray(Math.max(0, all.length - bytes))
    if (total > MOST_BYTES) break
  }
  const text = tail.toString('utf8')
  return total > bytes ? text.slice(text.indexOf('\n') + 1) : text
}

import type { Readable } from 'node:stream'

interface CgiHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** Reads the header of a CGI response; `rest` is the part of the body that arrived with it. */
export const readCgiHead = async (output: Readable): Promise<{ head: CgiHead; rest: Buffer }> => {
  let seen = Buffer.alloc(0)
  for (;;) {
    const end = seen.indexOf('\r\n\r\n')
    if (end >= 0) return { head: parse(seen.toString('latin1', 0, end)), rest: seen.subarray(end + 4) }
    const chunk = await nextChunk(output)
    if (chunk === null) throw new Error('sandbox: git http-backend ended without a response')
    seen = Buffer.concat([seen, chunk])
  }
}

const nextChunk = (output: Readable): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      output.off('readable', onReadable).off('end', onEnd).off('error', onError)
      act()
    }
    const onReadable = () => {
      const chunk: unknown = output.read()
      if (chunk !== null) settle(() => resolve(Buffer.from(chunk as Buffer)))()
    }
    const onEnd = settle(() => resolve(null))
    const onError = (error: Error) => settle(() => reject(error))()
    output.on('readable', onReadable).on('end', onEnd).on('error', onError)
    onReadable()
  })

const parse = (text: string): CgiHead => {
  const pairs = text.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const { status = '200', ...headers } = Object.fromEntries(pairs)
  return { status: Number.parseInt(status, 10), headers }
}

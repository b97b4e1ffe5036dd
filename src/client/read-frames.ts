/** A server-sent event, https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface Frame {
  /** Id of the last event that had one, this one included. */
  readonly id: string
  readonly event: string
  readonly data: string
}

export interface FrameReader {
  /** The events that this piece of the stream completes. */
  read(text: string): Frame[]
  /** The last `retry:` of the stream, in ms; `null`: there was none. */
  readonly retryMs: number | null
}

export function createFrameReader(): FrameReader {
  /** The beginning of a line: only what follows it is searched for a line end. */
  let rest = ''
  /** A CR, which may be the first half of a line break. */
  let half = ''
  let id = ''
  let event = ''
  let data: string[] = []
  let retryMs: number | null = null

  function take(line: string): Frame | null {
    if (line === '') {
      const frame = data.length === 0 ? null : { id, event: event || 'message', data: data.join('\n') }
      event = ''
      data = []
      return frame
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value)
    return null
  }

  return {
    read(text) {
      const piece = half + text
      const end = piece.endsWith('\r') ? piece.length - 1 : piece.length
      const [first = '', ...others] = piece.slice(0, end).split(/\r\n|\n|\r/)
      half = piece.slice(end)
      const lines = [rest + first, ...others]
      rest = lines.pop() ?? ''
      return lines.map(take).filter((frame) => frame !== null)
    },
    get retryMs() {
      return retryMs
    },
  }
}

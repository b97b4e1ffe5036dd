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
  let rest = ''
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
      // A CR at the end may be the first half of a line break.
      const whole = rest + text
      const end = whole.endsWith('\r') ? whole.length - 1 : whole.length
      const lines = whole.slice(0, end).split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '') + whole.slice(end)
      return lines.map(take).filter((frame) => frame !== null)
    },
    get retryMs() {
      return retryMs
    },
  }
}

/** A file that was named, as the last command has left it. */
export type CollectedFile =
  | {
      readonly kind: 'file'
      readonly path: string
      readonly executable: boolean
      readonly bytes: Buffer
    }
  /** It is as it was before the command. */
  | { readonly kind: 'same'; readonly path: string }
  /** `closed`: it, or the folder of that path, cannot be read. `special`: a pipe, socket or device. */
  | { readonly kind: 'link' | 'special' | 'closed'; readonly path: string }
  | { readonly kind: 'large'; readonly path: string; readonly size: number }

export interface ParsedCollection {
  readonly files: readonly CollectedFile[]
  /** `all`, or of what there was too much: `entries`, `files` or `bytes`. */
  readonly end: string
  /** How many of the starts were searched. */
  readonly searched: number
}

/** What `COLLECT_SCRIPT` has printed; `null`: it is not complete, or not that. Pure. */
export function parseCollected(printed: Buffer): ParsedCollection | null {
  const files: CollectedFile[] = []
  for (let at = 0; at < printed.length; ) {
    const headEnd = printed.indexOf(0, at)
    const pathEnd = headEnd === -1 ? -1 : printed.indexOf(0, headEnd + 1)
    if (pathEnd === -1) return null
    const [, kind = '', number = ''] =
      /^([a-z]+) (\d+)$/.exec(printed.subarray(at, headEnd).toString('latin1')) ?? []
    const path = printed.subarray(headEnd + 1, pathEnd).toString('utf8')
    at = pathEnd + 1
    switch (kind) {
      case 'plain':
      case 'executable': {
        // Behind a file that is cut off there is no end.
        const end = at + Number(number)
        files.push({
          kind: 'file',
          path,
          executable: kind === 'executable',
          bytes: printed.subarray(at, end),
        })
        at = end
        break
      }
      case 'large':
        files.push({ kind, path, size: Number(number) })
        break
      case 'same':
      case 'link':
      case 'special':
      case 'closed':
        files.push({ kind, path })
        break
      case 'end':
        return at === printed.length ? { files, end: path, searched: Number(number) } : null
      default:
        return null
    }
  }
  return null
}

import { COLLECT_SCRIPT } from './collect-script.ts'
import { type Cell, startIsolated } from './run-isolated.ts'

export interface NamedFiles {
  /** Regular expressions, in a syntax that Perl and JavaScript share. */
  readonly patterns: readonly string[]
  /** Paths whose bytes are wanted even if the command did not change them. */
  readonly exact: readonly string[]
  /** Files and folders that contain all matches; `''`: the root. */
  readonly starts: readonly string[]
}

export type Collected =
  | { readonly kind: 'collected'; readonly files: readonly CollectedFile[] }
  /** As a sentence for the model. */
  | { readonly kind: 'failed'; readonly why: string }

const SECONDS = 60

const MOST = { entries: 500_000, files: 1000, bytes: 32 * 1024 ** 2, fileBytes: 16 * 1024 ** 2 }

/**
 * Reads the files that were named from what the last command has left, once all its processes are dead. A program of the
 * system does it, isolated like the command and as the same user: a file that the command could not read stays unread.
 */
export async function collectFiles(
  cell: Cell,
  { patterns, exact, starts }: NamedFiles,
  signal: AbortSignal,
): Promise<Collected> {
  const chunks: Buffer[] = []
  let bytes = 0
  const output = {
    add(chunk: Buffer) {
      chunks.push(chunk)
      bytes += chunk.length
    },
    get bytes() {
      return bytes
    },
  }
  const environment = [
    'PATH=/usr/bin:/bin',
    `COLLECT_SCRIPT=${COLLECT_SCRIPT}`,
    `PATTERNS=${patterns.join('\n')}`,
    `EXACT=${exact.join('\n')}`,
    `STARTS=${starts.join('\n')}`,
    `MOST_ENTRIES=${MOST.entries}`,
    `MOST_FILES=${MOST.files}`,
    `MOST_BYTES=${MOST.bytes}`,
    `MOST_FILE_BYTES=${MOST.fileBytes}`,
  ]
  const run = 'exec /usr/bin/perl -e "$COLLECT_SCRIPT" 2>/dev/null'
  const request = { phase: 'collect', run, seconds: SECONDS, environment, signal } as const
  const done = await startIsolated(cell, request, output)
  if (done.kind === 'not-isolated') return { kind: 'failed', why: `It could not be isolated: ${done.why}.` }
  const parsed = parseCollected(Buffer.concat(chunks))
  if (parsed === null || done.run.end.kind !== 'exited' || done.run.end.code !== 0)
    return { kind: 'failed', why: INCOMPLETE }
  const excess = EXCESS[parsed.end]
  if (excess !== undefined) return { kind: 'failed', why: excess }
  // A file that was not looked for must not pass for a deleted one.
  if (parsed.end !== 'all' || parsed.searched !== starts.length) return { kind: 'failed', why: INCOMPLETE }
  return { kind: 'collected', files: parsed.files }
}

const INCOMPLETE = 'The files could not be read. Name fewer of them.'

const EXCESS: Readonly<Record<string, string>> = {
  entries: `The project has more than ${MOST.entries} files then, and was not searched to the end. Let the command remove what it does not need.`,
  files: `More than ${MOST.files} of the files that keep names have changed. Name fewer.`,
  bytes: `The files that keep names have more than ${MOST.bytes} bytes together. Name fewer.`,
}

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

interface ParsedCollection {
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

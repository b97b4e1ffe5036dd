import { spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import {
  IMAGE_LIMITS,
  readImageHeader,
  type ScaledImage,
  type ScaleImage,
} from '../workspace/files/read-image.ts'

// Egress: starts the scaler without an environment, and gives it an image.

export interface ScalerOptions {
  /** The program that decodes and scales. */
  readonly program: string
  /** The only folder that it may read: it has its modules there. */
  readonly folder: string
  readonly signal: AbortSignal
  /** What one image may take; default: `BOUNDS`. */
  readonly bounds?: Bounds
}

interface Bounds {
  readonly cpuSeconds: number
  readonly kibibytes: number
}

/** An image of 50,000,000 pixels takes 5 seconds and 0.8 GB on a slow machine. */
const BOUNDS: Bounds = { cpuSeconds: 40, kibibytes: 2 * 2 ** 20 }
/** A busy machine gives a process little of its CPU time. */
const PATIENCE_MS = 120_000

/** More than the longer side of what any provider shows to its models. */
const EDGE = 2000

/** Scales an image in a process of its own, which has no secret, and ends at its bounds of time and memory. Never rejects. */
export function openScaler(options: ScalerOptions): ScaleImage {
  return async (bytes) => {
    const output = await scaleIn(bytes, options).catch(() => null)
    const header = output === null ? null : readImageHeader(output)
    return output === null || header === null ? null : toScaled(output, header)
  }
}

const toScaled = (bytes: Buffer, { mediaType, width, height }: Omit<ScaledImage, 'bytes'>): ScaledImage => ({
  ...{ bytes, mediaType, width, height },
})

/** The work folder of a runner may be a link to another disk, and Node permits real paths only. */
async function scaleIn(bytes: Buffer, options: ScalerOptions): Promise<Buffer | null> {
  const [program, folder] = await Promise.all([realpath(options.program), realpath(options.folder)])
  return decode(bytes, { ...options, program, folder })
}

/** Lowers the limits of the process before the program starts. The heap of Node and of WebAssembly is data. */
const LIMITED = 'ulimit -c 0; ulimit -t "$1"; ulimit -d "$2"; shift 2; exec "$@"'

/** What the program prints; `null`: it failed, or was ended. */
function decode(
  bytes: Buffer,
  { program, folder, signal, bounds = BOUNDS }: ScalerOptions,
): Promise<Buffer | null> {
  const fence = ['--permission', `--allow-fs-read=${folder}`]
  const limits = [bounds.cpuSeconds, bounds.kibibytes, process.execPath].map(String)
  const { promise, resolve } = Promise.withResolvers<Buffer | null>()
  const child = spawn(
    '/bin/sh',
    ['-c', LIMITED, 'sh', ...limits, ...fence, program, String(EDGE), String(IMAGE_LIMITS.bytes)],
    {
      env: {},
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
      signal,
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
    },
  )
  const chunks: Buffer[] = []
  let length = 0
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > IMAGE_LIMITS.bytes) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  child.on('error', () => resolve(null))
  child.on('close', (code) =>
    resolve(code === 0 && length <= IMAGE_LIMITS.bytes ? Buffer.concat(chunks) : null),
  )
  // It ends without reading all if it reaches a limit.
  child.stdin.on('error', () => {}).end(bytes)
  return promise
}

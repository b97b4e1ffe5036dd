export interface JobKey {
  readonly project: string
  readonly job: string
}

/**
 * The id that a dispatch carries: `run_<project without prefix>_<job without prefix>_<number>`. It contains project, job
 * and run, so that the server needs no lookup. The runner treats it as opaque.
 */
export interface RunKey extends JobKey {
  readonly run: number
}

export const runId = (k: RunKey): string =>
  `run_${k.project.replace('prj_', '')}_${k.job.replace('job_', '')}_${k.run}`

export function parseRunId(id: string): RunKey | null {
  const match = /^run_([0-9a-z]+)_([0-9a-z]+)_([1-9][0-9]{0,5})$/.exec(id)
  return match ? { project: `prj_${match[1]}`, job: `job_${match[2]}`, run: Number(match[3]) } : null
}

/** The id of an event in the stream of its job: `<run>-<seq>`. */
export interface EventId {
  readonly run: number
  readonly seq: number
}

export const eventId = ({ run, seq }: EventId): string => `${run}-${seq}`

/** `null`: the text is not an event id. */
export function parseEventId(text: string): EventId | null {
  const match = /^([1-9]\d{0,5})-([1-9]\d{0,5})$/.exec(text)
  return match && { run: Number(match[1]), seq: Number(match[2]) }
}

/** Crockford's base 32, in lower case. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_LENGTH = 10
const RANDOM_LENGTH = 16
/** Ids for which random bytes are drawn with one call, since a call costs more than the rest of an id. */
const DRAWN_TOGETHER = 64

/**
 * Makes TypeIDs: a prefix and 26 characters that encode a UUID of version 7. They sort by their time, in milliseconds,
 * and have 74 random bits. https://github.com/jetify-com/typeid/tree/main/spec
 */
export function createTypeIds({
  now,
  secretBytes,
}: {
  readonly now: () => number
  /** Random bytes from a secure source. */
  readonly secretBytes: (count: number) => Buffer
}): (prefix: string) => string {
  let drawn = ''
  let used = 0
  let encoded = { at: Number.NaN, text: '' }

  function timeOf(at: number): string {
    if (at !== encoded.at) encoded = { at, text: encodeTime(at) }
    return encoded.text
  }

  return (prefix) => {
    if (used === drawn.length) {
      drawn = encodeRandom(secretBytes(RANDOM_LENGTH * DRAWN_TOGETHER))
      used = 0
    }
    const start = used
    used += RANDOM_LENGTH
    return `${prefix}_${timeOf(now())}${drawn.slice(start, used)}`
  }
}

/** 48 bits, and the two zeros with which 26 characters begin. */
function encodeTime(ms: number): string {
  let text = ''
  for (let rest = Math.floor(ms); text.length < TIME_LENGTH; rest = Math.floor(rest / 32))
    text = ALPHABET.charAt(rest % 32) + text
  return text
}

/** Five bits of each byte. The first four bits after the time are the version, 7; the bits 16 and 17 the variant, 2. */
function encodeRandom(bytes: Buffer): string {
  return Buffer.from(
    bytes.map((byte, index) => ALPHABET.charCodeAt(fiveBitsOf(byte, index % RANDOM_LENGTH))),
  ).toString('latin1')
}

function fiveBitsOf(byte: number, place: number): number {
  if (place === 0) return 0b01110 | (byte & 0b00001)
  if (place === 3) return 0b01000 | (byte & 0b10011)
  return byte & 0b11111
}

/** For the log; `{}`: it is not the id of a run. */
export function idsOfRun(run: string): { readonly job?: string; readonly run?: number } {
  const key = parseRunId(run)
  return key === null ? {} : { job: key.job, run: key.run }
}

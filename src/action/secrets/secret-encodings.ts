import { foldText } from '../text/fold-text.ts'
import { escapeHtml } from '../text/format.ts'

/** A text in which a secret may lie somewhere. */
export interface SecretEncoding {
  readonly units: Uint16Array
  /** Where what is secret begins: the head and the claims of a token are in many tokens. */
  readonly core: number
  /** So many characters of the core in a row give it away. */
  readonly least: number
  /** False: it is an encoding, in which words are no words any more. */
  readonly isPlain: boolean
}

/** Shorter ones would be found everywhere. */
const SHORTEST = 8
/** Of a secret that looks random, so much is enough; encoded, that is longer. */
const PIECE = 12
const PIECE_IN_BASE64 = 15

/**
 * The forms of a secret: as it is and reversed, in base64 (of either alphabet, at each of the three offsets at which
 * it can begin), in hexadecimal of either case and percent encoding, as JSON and HTML escape it; of one with several
 * lines, also each line.
 */
export function encodingsOf(secret: string): SecretEncoding[] {
  const whole = secret.trim()
  const parts = new Set([whole, ...whole.split(/\r?\n/).map((line) => line.trim())])
  return [...parts].flatMap((part) => (part.length < SHORTEST ? [] : formsOfPart(part)))
}

function formsOfPart(part: string): SecretEncoding[] {
  const core = coreOf(part)
  const secret = part.slice(core)
  // A passphrase is made of words, and so is much else.
  const isPiecemeal = looksRandom(secret)
  const forms = new Map<string, SecretEncoding>()
  for (const { text, piece, isPlain = false } of spellingsOf(secret)) {
    const { units } = foldText(isPlain ? part.slice(0, core) + text : text)
    const start = isPlain ? core : 0
    const length = units.length - start
    if (length < SHORTEST || forms.has(text)) continue
    forms.set(text, { units, core: start, least: isPiecemeal ? Math.min(piece, length) : length, isPlain })
  }
  return [...forms.values()]
}

interface Spelling {
  readonly text: string
  readonly piece: number
  readonly isPlain?: boolean
}

function spellingsOf(secret: string): Spelling[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const percents = hex.replace(/../g, '%$&')
  const inUri = encodeURIComponent(secret)
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset))
  return [
    { text: secret, piece: PIECE, isPlain: true },
    // As it stands in a patch, which is read byte by byte.
    { text: bytes.toString('latin1'), piece: PIECE },
    { text: [...secret].reverse().join(''), piece: PIECE },
    { text: JSON.stringify(secret).slice(1, -1), piece: PIECE },
    { text: escapeHtml(secret), piece: PIECE },
    ...[inUri, inUri.replace(/%../g, (code) => code.toLowerCase())].map((text) => ({ text, piece: PIECE })),
    ...[percents, percents.toUpperCase()].map((text) => ({ text, piece: 3 * PIECE })),
    ...[hex, hex.toUpperCase()].map((text) => ({ text: text.replace(/../g, '\\x$&'), piece: 4 * PIECE })),
    ...[hex, hex.toUpperCase()].map((text) => ({ text, piece: 2 * PIECE })),
    ...base64.flatMap((text) => [
      { text, piece: PIECE_IN_BASE64 },
      { text: text.replaceAll('+', '-').replaceAll('/', '_'), piece: PIECE_IN_BASE64 },
    ]),
  ]
}

/** Of a JSON Web Token, also behind `ghs_<number>_`, only the signature is secret: the rest is alike in many. */
const coreOf = (secret: string): number =>
  /^(?:ghs_\d+_)?eyJ[\w-]+\.[\w-]+\.(?=[\w-]{16,}$)/.exec(secret)?.[0].length ?? 0

/** The characters that stay the same whatever stands before and after the bytes. */
function base64At(bytes: Buffer, offset: number): string {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const firstOwn = Math.ceil((offset * 8) / 6)
  const lastOwn = Math.floor(((offset + bytes.length) * 8) / 6)
  return whole.slice(firstOwn, lastOwn)
}

const LEAST_TURNS = 4

/** Letters of both cases and digits follow each other without order, as in no word and no number. */
export function looksRandom(text: string): boolean {
  const turns = text.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g) ?? []
  return turns.length >= LEAST_TURNS
}

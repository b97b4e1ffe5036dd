import { foldText } from '../text/fold.ts'
import { escapeHtml } from '../text/format.ts'

/** One spelling of a secret, to search texts for. */
export interface SecretEncoding {
  readonly units: Uint16Array
  /** Where the secret part begins: many tokens share the head and claims of a JSON Web Token. */
  readonly secretStart: number
  /** How many consecutive characters of the secret part count as a find. */
  readonly least: number
  /** False: an encoding such as base64, in which words are not recognizable. */
  readonly isPlain: boolean
}

/** Shorter values are words like `true`: nothing could tell them from ordinary text. */
export const MIN_SECRET_LENGTH = 8
/** For a secret that looks random, this many characters are a find; encoded, it takes more. */
const PIECE = 12
const PIECE_IN_BASE64 = 15

/**
 * The encodings of a secret: plain and reversed, base64 (both alphabets, each of the three possible offsets),
 * hexadecimal in either case, percent encoding, JSON and HTML escapes. For a secret of several lines, also each line.
 */
export function encodingsOf(secret: string): SecretEncoding[] {
  return [...new Set([secret.trim(), ...secretLinesOf(secret)])].flatMap(encodingsOfPart)
}

/** The lines that are secret by themselves. In PEM, all keys have the same first line and the same last. */
export const secretLinesOf = (secret: string): string[] =>
  secret
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_SECRET_LENGTH && !/^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/.test(line))

function encodingsOfPart(part: string): SecretEncoding[] {
  const secretStart = findSecretStart(part)
  const secret = part.slice(secretStart)
  // Pieces of a passphrase are ordinary words.
  const isFoundByPiece = looksRandom(secret)
  const encodings = new Map<string, SecretEncoding>()
  for (const { text, piece, isPlain = false } of encodeAll(secret)) {
    const { units } = foldText(isPlain ? part.slice(0, secretStart) + text : text)
    const start = isPlain ? secretStart : 0
    const length = units.length - start
    if (length < MIN_SECRET_LENGTH || encodings.has(text)) continue
    const least = isFoundByPiece ? Math.min(piece, length) : length
    encodings.set(text, { units, secretStart: start, least, isPlain })
  }
  return [...encodings.values()]
}

interface EncodedText {
  readonly text: string
  readonly piece: number
  readonly isPlain?: boolean
}

function encodeAll(secret: string): EncodedText[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const percents = hex.replace(/../g, '%$&')
  const inUri = encodeURIComponent(secret)
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset))
  return [
    { text: secret, piece: PIECE, isPlain: true },
    // As in a patch, which is read byte by byte.
    { text: bytes.toString('latin1'), piece: PIECE, isPlain: true },
    { text: [...secret].reverse().join(''), piece: PIECE },
    { text: JSON.stringify(secret).slice(1, -1), piece: PIECE, isPlain: true },
    { text: escapeHtml(secret), piece: PIECE, isPlain: true },
    ...[inUri, inUri.replace(/%../g, (code) => code.toLowerCase())].map((text) => ({
      ...{ text, piece: PIECE, isPlain: true },
    })),
    ...[percents, percents.toUpperCase()].map((text) => ({ text, piece: 3 * PIECE })),
    ...[hex, hex.toUpperCase()].map((text) => ({ text: text.replace(/../g, '\\x$&'), piece: 4 * PIECE })),
    ...[hex, hex.toUpperCase()].map((text) => ({ text, piece: 2 * PIECE })),
    ...base64.flatMap((text) => [
      { text, piece: PIECE_IN_BASE64 },
      { text: text.replaceAll('+', '-').replaceAll('/', '_'), piece: PIECE_IN_BASE64 },
    ]),
  ]
}

/** In a JSON Web Token, also after `ghs_<number>_`, only the signature is secret: many tokens share the rest. */
const findSecretStart = (secret: string): number =>
  /^(?:ghs_\d+_)?eyJ[\w-]+\.[\w-]+\.(?=[\w-]{16,}$)/.exec(secret)?.[0].length ?? 0

/** The characters that do not depend on the bytes before and after. */
function base64At(bytes: Buffer, offset: number): string {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const firstOwn = Math.ceil((offset * 8) / 6)
  const lastOwn = Math.floor(((offset + bytes.length) * 8) / 6)
  return whole.slice(firstOwn, lastOwn)
}

/** Of text that looks random. */
export const MIN_CLASS_CHANGES = 4

/** Upper case, lower case and digits alternate, as they do in no word and no number. */
export const looksRandom = (text: string): boolean => classChangesIn(text) >= MIN_CLASS_CHANGES

/** How often upper case, lower case and digits follow each other. */
export const classChangesIn = (text: string): number =>
  text.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0

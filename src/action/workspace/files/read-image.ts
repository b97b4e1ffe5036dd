import { done, refused, type ToolResult } from './tool-result.ts'

/** Of what a model is shown. */
export const IMAGE_LIMITS = {
  /** Anthropic accepts 5 MB of base64 (https://docs.claude.com/en/docs/build-with-claude/vision); others accept more. */
  bytes: 3_750_000,
  /** The same page. Providers scale larger images down before they show them to the model. */
  edge: 8000,
}

/** Of what is decoded: a camera has 50,000,000, a screen with 8K has 33,000,000. A small file can claim any number. */
const MAX_PIXELS = 50_000_000

export interface ScaledImage extends ImageHeader {
  readonly bytes: Buffer
}

/** Decodes an image and makes a smaller one, PNG or JPEG, that is within the limits; `null`: it cannot be decoded. */
export type ScaleImage = (bytes: Buffer) => Promise<ScaledImage | null>

export interface ImageSupport {
  /** Media types of the images that the model accepts. */
  readonly types: readonly string[]
  /** `null`: only what is within the limits is shown. */
  readonly scale: ScaleImage | null
}

const NAMES: Readonly<Record<ImageHeader['mediaType'], string>> = {
  'image/png': 'a PNG image',
  'image/jpeg': 'a JPEG image',
  'image/gif': 'a GIF image',
  'image/webp': 'a WebP image',
}

/** The image in `bytes`, for a model that accepts images; `null`: they are no image. */
export async function readImage(
  name: string,
  bytes: Buffer,
  { types, scale }: ImageSupport,
): Promise<ToolResult | null> {
  const header = readImageHeader(bytes)
  if (header === null) return null
  const { mediaType, width, height } = header
  const what = `${name} is ${NAMES[mediaType]} of ${width} × ${height} pixels and ${bytes.length} bytes`
  const obstacle = findObstacle(header, bytes.length, types)
  if (obstacle === null) return { ...done(`${what}. It follows.`), image: toImage(mediaType, bytes) }
  if (scale === null || !types.includes('image/png')) return refused(`${what}. ${obstacle}`)
  if (width * height > MAX_PIXELS)
    return refused(`${what}. ${obstacle} It has too many pixels to be scaled: at most ${MAX_PIXELS} are.`)
  const scaled = await scale(bytes)
  if (scaled === null || !types.includes(scaled.mediaType))
    return refused(`${what}. ${obstacle} It could not be decoded and scaled.`)
  const frame = mediaType === 'image/gif' ? 'Its first frame' : 'It'
  return {
    ...done(
      `${what}. ${frame} follows as ${NAMES[scaled.mediaType]} of ${scaled.width} × ${scaled.height} pixels.`,
    ),
    image: toImage(scaled.mediaType, scaled.bytes),
  }
}

const toImage = (mediaType: string, bytes: Buffer) => ({ mediaType, data: bytes.toString('base64') })

function findObstacle({ mediaType, width, height }: ImageHeader, length: number, types: readonly string[]) {
  if (!types.includes(mediaType)) return 'You cannot see images of this type.'
  return length > IMAGE_LIMITS.bytes || width > IMAGE_LIMITS.edge || height > IMAGE_LIMITS.edge
    ? `It is too large to be shown: at most ${IMAGE_LIMITS.bytes} bytes and ${IMAGE_LIMITS.edge} pixels on each side are.`
    : null
}

/** What the first bytes of an image say. */
interface ImageHeader {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly width: number
  readonly height: number
}

/**
 * Reads the format and the size of an image without decoding it; `null`: it is none of these formats, or it ends before its
 * size. Pure.
 */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  const header = readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes)
  return header !== null && header.width > 0 && header.height > 0 ? header : null
}

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

/** https://www.w3.org/TR/png-3/#11IHDR */
function readPng(bytes: Buffer): ImageHeader | null {
  if (!startsWith(bytes, '\x89PNG\r\n\x1a\n') || !startsWith(bytes, 'IHDR', 12) || bytes.length < 24)
    return null
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function readGif(bytes: Buffer): ImageHeader | null {
  if (!(startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) || bytes.length < 10) return null
  return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** https://developers.google.com/speed/webp/docs/riff_container: simple, lossless and extended files. */
function readWebp(bytes: Buffer): ImageHeader | null {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8) || bytes.length < 30) return null
  const mediaType = 'image/webp'
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { mediaType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, table B.1: the frame header stands after any number of other segments. */
function readJpeg(bytes: Buffer): ImageHeader | null {
  if (!startsWith(bytes, '\xff\xd8\xff')) return null
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (isFrame(marker))
      return {
        mediaType: 'image/jpeg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      }
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return null
}

/** DHT, JPG and DAC stand between the frame markers. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

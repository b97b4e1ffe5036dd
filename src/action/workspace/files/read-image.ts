import { type ImageHeader, readImageHeader } from './image-header.ts'
import { done, refused, type ToolResult } from './tool-result.ts'

/** Of what a model is shown. */
export const LIMITS = {
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

export interface Sight {
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
  { types, scale }: Sight,
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
  return length > LIMITS.bytes || width > LIMITS.edge || height > LIMITS.edge
    ? `It is too large to be shown: at most ${LIMITS.bytes} bytes and ${LIMITS.edge} pixels on each side are.`
    : null
}

import { type ImageHeader, readImageHeader } from './image-header.ts'
import { done, refused, type ToolResult } from './tool-result.ts'

/** Anthropic accepts 5 MB of base64 (https://docs.claude.com/en/docs/build-with-claude/vision); others accept more. */
const MAX_BYTES = 3_750_000
/** The same page. Providers scale larger images down before they show them to the model. */
const MAX_EDGE = 8000

const NAMES: Readonly<Record<ImageHeader['mediaType'], string>> = {
  'image/png': 'a PNG image',
  'image/jpeg': 'a JPEG image',
  'image/gif': 'a GIF image',
  'image/webp': 'a WebP image',
}

/** The image in `bytes`, for models that accept its type; `null`: they are no image. Pure. */
export function readImage(name: string, bytes: Buffer, accepted: readonly string[]): ToolResult | null {
  const header = readImageHeader(bytes)
  if (header === null) return null
  const { mediaType, width, height } = header
  const what = `${name} is ${NAMES[mediaType]} of ${width} × ${height} pixels and ${bytes.length} bytes`
  if (!accepted.includes(mediaType)) return refused(`${what}. You cannot see images of this type.`)
  if (bytes.length > MAX_BYTES || width > MAX_EDGE || height > MAX_EDGE)
    return refused(
      `${what}. It is too large to be shown: at most ${MAX_BYTES} bytes and ${MAX_EDGE} pixels on each side are. If you need it, say when you finish that a copy with 2,000 pixels on the longer side would show as much.`,
    )
  return { ...done(`${what}. It follows.`), image: { mediaType, data: bytes.toString('base64') } }
}

/** What the first bytes of an image say. */
export interface ImageHeader {
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

import { crc32, deflateSync } from 'node:zlib'

/** A PNG in grey. `claims`: what its header says instead; it is a bomb if its data have more or fewer pixels. */
export function makePng(
  width: number,
  height: number,
  claims: { width?: number; height?: number } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claims.width ?? width)
  header.writeUInt32BE(claims.height ?? height, 4)
  // A byte for each pixel.
  header[8] = 8
  // Each line begins with its filter.
  const pixels = Buffer.alloc((width + 1) * height)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

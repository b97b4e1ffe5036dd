const EXIF = 'Exif\0\0'
const ORIENTATION = 0x0112
const ENTRY_LENGTH = 12

/**
 * How a JPEG has to be turned to stand upright: 1 to 8, as in the EXIF tag Orientation; 1: not at all, or nothing is known.
 * Cameras store pixels as the sensor has them (https://www.cipa.jp/std/documents/e/DC-X008-Translation-2019-E.pdf, 4.6.4). Pure.
 */
export function readOrientation(jpeg: Buffer): number {
  if (jpeg.length < 2 || jpeg.readUInt16BE(0) !== 0xffd8) return 1
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; ) {
    const [marker, length] = [jpeg[at + 1], jpeg.readUInt16BE(at + 2)]
    const content = jpeg.subarray(at + 4, at + 2 + length)
    if (marker === 0xe1 && content.toString('latin1', 0, EXIF.length) === EXIF)
      return readTiff(content.subarray(EXIF.length))
    // The pixels begin.
    if (marker === 0xda) return 1
    at += 2 + Math.max(2, length)
  }
  return 1
}

function readTiff(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const first = tiff.length < 8 ? 0 : isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = Array.from({ length: short(first) }, (_, index) => first + 2 + index * ENTRY_LENGTH)
  const entry = entries.find((at) => short(at) === ORIENTATION)
  const value = entry === undefined ? 1 : short(entry + 8)
  return value >= 1 && value <= 8 ? value : 1
}

interface Pixels {
  /** Four bytes for each pixel, line by line. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** Turns and mirrors pixels as an EXIF orientation from 1 to 8 says. Pure. */
export function turnPixels({ bytes, width, height }: Pixels, orientation: number): Pixels {
  const [right, bottom] = [width - 1, height - 1]
  const isLying = orientation >= 5
  const [outWidth, outHeight] = isLying ? [height, width] : [width, height]
  const source = new Uint32Array(Uint8Array.from(bytes).buffer)
  const turned = new Uint32Array(source.length)
  for (let y = 0; y < outHeight; y += 1) {
    for (let x = 0; x < outWidth; x += 1) {
      const [fromX, fromY] = isLying ? [y, x] : [x, y]
      const column = [2, 3, 7, 8].includes(orientation) ? right - fromX : fromX
      const row = [3, 4, 6, 7].includes(orientation) ? bottom - fromY : fromY
      turned[y * outWidth + x] = source[row * width + column] ?? 0
    }
  }
  return { bytes: new Uint8Array(turned.buffer), width: outWidth, height: outHeight }
}

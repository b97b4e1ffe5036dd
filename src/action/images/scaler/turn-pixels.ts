export interface Pixels {
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

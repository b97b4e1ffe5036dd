/**
 * The second program of the action: decodes the image on its standard input and prints a smaller one. The image comes from
 * people who may be hostile, so this program has no secret, reads no file but its own, and starts nothing
 * (`scale-image.ts`). The decoders are WebAssembly, which keeps their errors in their own memory.
 */
import { buffer } from 'node:stream/consumers'
import { PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node'
import { readOrientation, turnPixels } from './orientation.ts'

// Egress: prints an image to the action, from a process without secrets.

const [maxEdge = 0, maxBytes = 0] = process.argv.slice(2).map(Number)
const QUALITY = 85

const input = await buffer(process.stdin)
const image = PhotonImage.new_from_byteslice(input)
const factor = Math.min(1, maxEdge / Math.max(image.get_width(), image.get_height()))
const toScale = (edge: number): number => Math.max(1, Math.round(edge * factor))
const [width, height] = [toScale(image.get_width()), toScale(image.get_height())]
const small = factor < 1 ? resize(image, width, height, SamplingFilter.Triangle) : image
const upright = turnUpright(small, readOrientation(input))
const png = upright.get_bytes()
// Photographs are often too large as PNG.
process.stdout.write(png.length <= maxBytes ? png : upright.get_bytes_jpeg(QUALITY))

function turnUpright(lying: PhotonImage, orientation: number): PhotonImage {
  if (orientation === 1) return lying
  const pixels = { bytes: lying.get_raw_pixels(), width: lying.get_width(), height: lying.get_height() }
  const turned = turnPixels(pixels, orientation)
  return new PhotonImage(turned.bytes, turned.width, turned.height)
}

import { describe, expect, it, test } from 'vitest'
import { readImageHeader } from '../../../../src/action/workspace/files/read-image.ts'
import { IMAGES } from '../../../support/action/images.ts'
import { openTree } from '../../../support/action/open-tree.ts'

const ALL = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

test.each([
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['lossyWebp', 'image/webp'],
  ['losslessWebp', 'image/webp'],
  ['extendedWebp', 'image/webp'],
] as const)('the header of a file that is %s has its type and size', (name, mediaType) => {
  expect(readImageHeader(IMAGES[name])).toEqual({ mediaType, width: 40, height: 20 })
})

test('the beginning of an image gives its size or is no image, and nothing is read beyond its end', () => {
  for (const bytes of Object.values(IMAGES)) {
    for (let length = 0; length < bytes.length; length += 1) {
      const header = readImageHeader(bytes.subarray(0, length))
      if (header !== null) expect(header).toMatchObject({ width: 40, height: 20 })
    }
  }
})

test('segments of a JPEG that claim no length do not loop', () => {
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...Array(1000).fill(Buffer.from([0xff, 0xe0, 0, 0])),
  ])
  expect(readImageHeader(bytes)).toBeNull()
})

describe('read', () => {
  it('returns an image to a model that accepts its type', async () => {
    await using tree = await openTree({ 'a.png': IMAGES.png }, { imageTypes: ALL })
    expect(await tree.workspace.read({ path: 'a.png' })).toEqual({
      ok: true,
      text: `a.png is a PNG image of 40 × 20 pixels and ${IMAGES.png.length} bytes. It follows.`,
      image: { mediaType: 'image/png', data: IMAGES.png.toString('base64') },
    })
  })

  it('describes an image that the model cannot see', async () => {
    await using tree = await openTree({ 'a.gif': IMAGES.gif }, { imageTypes: ['image/png'] })
    expect(await tree.workspace.read({ path: 'a.gif' })).toEqual({
      ok: false,
      text: `a.gif is a GIF image of 40 × 20 pixels and ${IMAGES.gif.length} bytes. You cannot see images of this type.`,
    })
  })

  it('refuses what is too large, in bytes or in pixels', async () => {
    const wide = Buffer.from(IMAGES.png)
    wide.writeUInt32BE(8001, 16)
    const edge = Buffer.from(IMAGES.png)
    edge.writeUInt32BE(8000, 16)
    const padded = (length: number) => Buffer.concat([IMAGES.png, Buffer.alloc(length - IMAGES.png.length)])
    const files = {
      'wide.png': wide,
      'edge.png': edge,
      'long.png': padded(3_750_001),
      'most.png': padded(3_750_000),
    }
    await using tree = await openTree(files, { imageTypes: ALL })
    const read = async (path: string) => (await tree.workspace.read({ path })).ok
    expect(await Promise.all(Object.keys(files).map(read))).toEqual([false, true, false, true])
    expect((await tree.workspace.read({ path: 'wide.png' })).text).toContain('8001 × 20 pixels')
  })

  it('does not take a text or another binary file for an image', async () => {
    const files = { 'a.png': 'GIF89a is how a GIF begins\n', 'b.png': Buffer.from([0x89, 0x50, 0, 1, 2, 3]) }
    await using tree = await openTree(files, { imageTypes: ALL })
    expect((await tree.workspace.read({ path: 'a.png' })).text).toContain('1\tGIF89a is how')
    expect((await tree.workspace.read({ path: 'b.png' })).text).toContain('is a binary file')
  })
})

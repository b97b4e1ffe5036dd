import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openScaler } from '../../../src/action/images/scale-image.ts'
import { showEach } from '../../../src/action/stages/show-images.ts'
import { readImage, readImageHeader } from '../../../src/action/workspace/files/read-image.ts'
import { IMAGES } from '../../support/action/images.ts'
import { makePng } from '../../support/action/large-png.ts'
import { openTree } from '../../support/action/open-tree.ts'
import { SCALER } from '../../support/action/scaler.ts'

const signal = new AbortController().signal
const scale = openScaler({ ...SCALER, signal })
const TYPES = ['image/png', 'image/jpeg', 'image/webp']
const read = (bytes: Buffer) => readImage('a.img', bytes, { types: TYPES, scale })

describe('an image', () => {
  test('is scaled to 2,000 pixels on its longer side if it is too wide', async () => {
    const result = await read(makePng(8100, 40))
    expect(result).toMatchObject({ ok: true, image: { mediaType: 'image/png' } })
    expect(result?.text).toMatch(
      /of 8100 × 40 pixels and \d+ bytes\. It follows as a PNG image of 2000 × 10 pixels\.$/,
    )
    expect(readImageHeader(Buffer.from(result?.image?.data ?? '', 'base64'))).toMatchObject({
      width: 2000,
      height: 10,
    })
  })

  test.each(['jpeg', 'lossyWebp', 'losslessWebp', 'extendedWebp'] as const)(
    'is scaled if it has too many bytes: %s',
    async (name) => {
      const bytes = Buffer.concat([IMAGES[name], Buffer.alloc(3_750_001)])
      expect((await read(bytes))?.text).toContain('It follows as a PNG image of 40 × 20 pixels.')
    },
  )

  test('of a type that the model does not accept is shown as PNG', async () => {
    expect((await read(IMAGES.gif))?.text).toContain(
      'Its first frame follows as a PNG image of 40 × 20 pixels.',
    )
  })

  test('is scaled if a link leads to the folder of the action', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'prentice-'))
    onTestFinished(() => rm(outside, { recursive: true }))
    const folder = join(outside, 'link')
    await symlink(SCALER.folder, folder)
    const program = join(folder, relative(SCALER.folder, SCALER.program))
    const result = await readImage('a.gif', IMAGES.gif, {
      types: TYPES,
      scale: openScaler({ program, folder, signal }),
    })
    expect(result?.image?.mediaType).toBe('image/png')
  })

  test('is passed on without being decoded if it is within the limits', async () => {
    const never = () => Promise.reject(new Error('it is decoded'))
    const result = await readImage('a.png', IMAGES.png, { types: TYPES, scale: never })
    expect(result?.image?.data).toBe(IMAGES.png.toString('base64'))
  })

  test('is not decoded if it claims more pixels than any camera has', async () => {
    const never = () => Promise.reject(new Error('it is decoded'))
    const bomb = makePng(40, 20, { width: 50_000, height: 1001 })
    const result = await readImage('a.png', bomb, { types: TYPES, scale: never })
    expect(result).toMatchObject({
      ok: false,
      text: expect.stringContaining('too many pixels to be scaled: at most 50000000 are'),
    })
  })

  test.each([
    ['is damaged', Buffer.concat([makePng(8100, 40).subarray(0, 60), Buffer.alloc(100)])],
    ['has fewer pixels than it claims', makePng(40, 20, { width: 9000, height: 4000 })],
  ])('that %s is refused, and the run continues', async (_, bytes) => {
    expect(await read(bytes)).toMatchObject({
      ok: false,
      text: expect.stringContaining('It could not be decoded and scaled.'),
    })
  })
})

test('the tool read scales an image of the repository, and leaves the file as it is', async () => {
  const bytes = makePng(8100, 40)
  await using tree = await openTree({ 'a.png': bytes }, { imageTypes: TYPES, scaleImage: scale })
  expect(await tree.workspace.read({ path: 'a.png' })).toMatchObject({
    ok: true,
    text: expect.stringContaining('It follows as a PNG image of 2000 × 10 pixels.'),
    image: { mediaType: 'image/png' },
  })
  expect(await readFile(join(tree.root, 'a.png'))).toEqual(bytes)
})

test('images of more than 15 MB together are left out, and people are told', async () => {
  const large = Buffer.concat([IMAGES.png, Buffer.alloc(3_700_000)])
  const fetched = [large, large, large, large, large, IMAGES.png].map((bytes) => ({
    ...{ of: 'the issue', url: 'https://x.example/', bytes },
  }))
  const told: string[] = []
  const shown = await showEach(fetched, { types: TYPES, scale }, (text) => told.push(text))
  expect(shown.map(({ path, image }) => [path, image !== undefined])).toEqual([
    ...[1, 2, 3, 4].map((number) => [`/images/${number}`, true]),
    ['/images/5', false],
    ['/images/6', true],
  ])
  expect(told).toEqual([
    'An image in the issue is left out (https://x.example/): It cannot be shown: it is too large beside the others.',
  ])
})

describe('the program that decodes', () => {
  const given = async (source: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'prentice-scaler-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const program = join(folder, 'program.mjs')
    await writeFile(program, source)
    return { folder, program, signal }
  }
  const output = `process.stdout.write(Buffer.from('${IMAGES.png.toString('base64')}', 'base64'))`

  test('has no environment of the run, reads no other file, writes none and starts no program', async () => {
    vi.stubEnv('PRENTICE_TEST_SECRET', 'secret-of-the-run')
    onTestFinished(() => void vi.unstubAllEnvs())
    const program = await given(`
      import { spawnSync } from 'node:child_process'
      import { readFileSync, writeFileSync } from 'node:fs'
      const denied = (act) => { try { act() } catch (error) { return error.code === 'ERR_ACCESS_DENIED' } return false }
      const all = [
        process.env.PRENTICE_TEST_SECRET === undefined,
        denied(() => readFileSync('/etc/passwd')),
        denied(() => readFileSync('/proc/' + process.ppid + '/environ')),
        denied(() => writeFileSync('/tmp/x', '')),
        denied(() => spawnSync('true')),
      ]
      if (all.every(Boolean)) ${output}
    `)
    expect(await openScaler(program)(IMAGES.png)).toMatchObject({ width: 40, height: 20 })
  })

  const bounds = { cpuSeconds: 20, kibibytes: 2 ** 20 }

  test('is believed if it prints an image within its bounds', async () => {
    expect(await openScaler({ ...(await given(output)), bounds })(IMAGES.png)).toMatchObject({ width: 40 })
  })

  const printing =
    'const more = () => { while (process.stdout.write(Buffer.alloc(65536))); }; process.stdout.on("drain", more); more()'

  test.each([
    ['takes too long', 'for (;;);', { ...bounds, cpuSeconds: 1 }],
    ['takes too much memory', 'const all = []; for (;;) all.push(Buffer.alloc(2 ** 24, 1))', bounds],
    ['prints without end', printing, bounds],
    ['prints no image', 'console.log("x")', bounds],
    ['fails after its output', `${output}; process.exitCode = 1`, bounds],
  ])('is ended, or not believed, if it %s', async (_, source, limits) => {
    expect(await openScaler({ ...(await given(source)), bounds: limits })(IMAGES.png)).toBeNull()
  })

  test('ends with the run', async () => {
    const stop = new AbortController()
    const scaled = openScaler({ ...(await given('setInterval(() => {}, 1e6)')), signal: stop.signal })(
      IMAGES.png,
    )
    stop.abort()
    expect(await scaled).toBeNull()
  })

  test('shows no image if it is missing', async () => {
    const nowhere = { folder: '/nonexistent', program: '/nonexistent/index.js', signal }
    expect(await openScaler(nowhere)(IMAGES.png)).toBeNull()
  })
})

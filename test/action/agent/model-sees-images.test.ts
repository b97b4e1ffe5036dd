import { expect, it } from 'vitest'
import { IMAGES } from '../../support/action/images.ts'
import { call, fail, finish, PROVIDERS, runScript } from '../../support/action/scripted-run.ts'

const files = { 'a.png': IMAGES.png, 'b.png': IMAGES.png, 'notes.txt': 'notes\n' }
const DATA = IMAGES.png.toString('base64')
const SEEING = PROVIDERS.filter(({ provider }) => provider !== 'openai-compatible')
const READ_BOTH = call(
  ['read', { path: 'a.png' }],
  ['read', { path: 'notes.txt' }],
  ['read', { path: 'b.png' }],
)

it.each(SEEING)('sends $provider the images of an answer after its results', async (wire) => {
  const { requests, outcome } = await runScript({ wire, files, turns: [READ_BOTH, finish()] })
  expect(outcome.reason).toBeNull()
  expect(requests[1]?.split(DATA)).toHaveLength(3)
  expect(requests[1]).toContain('data-k3f9a2b1 from=\\"read a.png\\"')
})

it('sends images to other models if PRICES says that they accept them', async () => {
  const [wire] = PROVIDERS.filter(({ provider }) => provider === 'openai-compatible')
  const script = { ...(wire && { wire }), files, turns: [call(['read', { path: 'a.png' }]), finish()] }
  const blind = await runScript(script)
  expect(blind.requests[1]).toContain('You cannot see images of this type.')
  expect(blind.requests[1]).not.toContain(DATA)
  const PRICES = '{"openai-compatible/llama": {"input": 1, "output": 1, "images": true}}'
  const seeing = await runScript({ ...script, environment: { PRICES } })
  expect(seeing.requests[1]).toContain(`data:image/png;base64,${DATA}`)
})

it.each([
  [400, 'Could not process image'],
  // https://github.com/ggml-org/llama.cpp/issues/15377
  [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
])(
  'continues without images when the provider refuses a request with images with %i',
  async (status, said) => {
    const turns = [READ_BOTH, fail(status, said), finish()]
    const { requests, outcome } = await runScript({ files, turns })
    expect(outcome.reason).toBeNull()
    expect(requests[2]).not.toContain(DATA)
    expect(requests[2]).toContain('an image that the provider may have refused')
  },
)

it('ends the run when the provider also refuses the request without them', async () => {
  const turns = [READ_BOTH, fail(400, 'no'), fail(400, 'no')]
  const { requests, outcome } = await runScript({ files, turns })
  expect(outcome.reason?.code).toBe('model-refused')
  expect(requests).toHaveLength(3)
})

it('tells a model that reads an image again that the image has not changed', async () => {
  const read = call(['read', { path: 'a.png' }])
  const { requests } = await runScript({ files, turns: [read, read, finish()] })
  expect(requests[2]).toContain('showed you the same text')
})

import { expect, it } from 'vitest'
import { IMAGES } from '../../support/action/images.ts'
import { call, finish, PROVIDERS, runScript } from '../../support/action/scripted-run.ts'

const DATA = IMAGES.png.toString('base64')
const URL_OF_IMAGE = 'https://github.com/user-attachments/assets/0f8fad5b-d9cb-469f-a165-70867728950e'
const IMAGE = {
  ...{ of: 'the issue', url: URL_OF_IMAGE, path: '/images/1', text: 'It is a PNG image.' },
  image: { mediaType: 'image/png', data: DATA },
}
const MISSING = {
  ...{ of: 'prompt 1', url: URL_OF_IMAGE, path: '/images/2' },
  text: 'It cannot be shown: gone.',
}

it.each(PROVIDERS.filter(({ provider }) => provider !== 'openai-compatible'))(
  'the first request to $provider shows them as data, and they can be read again',
  async (wire) => {
    const turns = [call(['read', { path: '/images/1' }], ['read', { path: '/images/2' }]), finish()]
    const { requests, outcome } = await runScript({ wire, turns, task: { images: [IMAGE, MISSING] } })
    expect(outcome.reason).toBeNull()
    expect(requests[0]?.split(DATA)).toHaveLength(2)
    expect(requests[0]).toContain('data-k3f9a2b1 of=\\"the issue\\" path=\\"/images/1\\"')
    expect(requests[0]).toContain(`${URL_OF_IMAGE} in prompt 1: /images/2. It cannot be shown: gone.`)
    expect(requests[1]?.split(DATA)).toHaveLength(3)
  },
)

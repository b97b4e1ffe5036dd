import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { fetchImages } from '../../../src/action/images/fetch-images.ts'
import { IMAGES } from '../../support/action/images.ts'

const PATH = '/user-attachments/assets/0f8fad5b-d9cb-469f-a165-70867728950e'

/** A server, and the addresses that it was asked for. */
async function serve(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    expect(request.headers).not.toHaveProperty('authorization')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const signal = new AbortController().signal
const fetchOne = async (serverUrl: string, url: string, signedUrl?: string) =>
  (await fetchImages([{ of: 'the issue', url, ...(signedUrl && { signedUrl }) }], { serverUrl, signal }))[0]

const sendImage: RequestListener = (_, response) => void response.writeHead(200).end(IMAGES.png)
const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location }).end()

test('an image is fetched at its signed address', async () => {
  const { asked, origin } = await serve(sendImage)
  const url = `${origin}${PATH}`
  expect(await fetchOne(origin, url, `${origin}/private?jwt=abc`)).toEqual({
    ...{ of: 'the issue', url },
    bytes: IMAGES.png,
  })
  expect(asked).toEqual(['/private?jwt=abc'])
})

test('without a signed address, a redirect to another address of GitHub is followed', async () => {
  const github = await serve((request, response) =>
    request.url === PATH ? redirectTo('/signed')(request, response) : sendImage(request, response),
  )
  expect(await fetchOne(github.origin, `${github.origin}${PATH}`)).toMatchObject({ bytes: IMAGES.png })
  expect(github.asked).toEqual([PATH, '/signed'])
})

test('a host that is not GitHub is not asked, neither directly nor after a redirect', async () => {
  const other = await serve(sendImage)
  const problem = 'it is not at an address of GitHub for attachments'
  const github = await serve(redirectTo(`${other.origin}/secret`))
  expect(await fetchOne(github.origin, `${github.origin}${PATH}`)).toMatchObject({ bytes: null, problem })
  for (const server of [github.origin, 'https://github.com'])
    expect(await fetchOne(server, `${other.origin}${PATH}`)).toMatchObject({ bytes: null, problem })
  for (const url of [
    'https://raw.githubusercontent.com/a',
    'https://user-images.githubusercontent.com.evil/a',
  ])
    expect(await fetchOne('https://github.com', url)).toMatchObject({ bytes: null, problem })
  expect(other.asked).toEqual([])
})

test('redirects end', async () => {
  const github = await serve(redirectTo('/again'))
  const problem = 'GitHub redirects it to no file'
  expect(await fetchOne(github.origin, `${github.origin}${PATH}`)).toMatchObject({ bytes: null, problem })
  expect(github.asked).toHaveLength(4)
})

test.each<[string, RequestListener, string]>([
  ['is gone', (_, response) => void response.writeHead(404).end('x'), 'GitHub answers with HTTP 404'],
  ['breaks off', (_, response) => void response.destroy(), 'GitHub cannot be reached'],
  [
    'has no end',
    (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    },
    'it has more than 10,485,760 bytes',
  ],
])('an image that %s is left out', async (_, answer, problem) => {
  const { origin } = await serve(answer)
  const signed = `${origin}/signed?jwt=secret`
  const fetched = await fetchOne(origin, `${origin}${PATH}`, signed)
  expect(fetched).toEqual({ of: 'the issue', url: `${origin}${PATH}`, bytes: null, problem })
})

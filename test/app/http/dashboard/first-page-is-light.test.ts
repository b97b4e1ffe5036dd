import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startDashboard } from '../../../support/dashboard/start-dashboard.ts'

/** Of the files and the text, as a browser that accepts gzip receives them. */
async function sizeOverTheWire(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  expect([url, response.status, response.headers.get('content-encoding')]).toEqual([url, 200, 'gzip'])
  // `fetch` has decompressed it; the same level gives the same size.
  return gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length
}

test('the first page with its styles and script is at most 60 KB', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const { text } = await olga.get('/')
  const files = [...text.matchAll(/(?:href|src)="(\/dashboard\/assets\/[^"]+)"/g)].map(([, path]) => path)
  expect(files).toHaveLength(2)
  const sizes = await Promise.all(files.map((path) => sizeOverTheWire(`${app.url}${path}`)))
  const total = [Buffer.byteLength(text), ...sizes].reduce((sum, size) => sum + size, 0)
  expect(total).toBeLessThan(60_000)
})

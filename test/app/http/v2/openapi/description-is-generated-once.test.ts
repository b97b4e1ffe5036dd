import { expect, test, vi } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'

test('the description is generated for the first request and sent again to the others', async () => {
  const app = await startAppServer()
  const generate = vi.spyOn(JSON, 'stringify')
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`${app.url}/openapi.json`)))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(texts).size).toBe(1)
  const generated = generate.mock.results.filter(({ value }) => value === texts[0])
  expect(generated).toHaveLength(1)
  const head = await fetch(`${app.url}/openapi.json`, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(texts[0] ?? '')))
})

import { expect, test } from 'vitest'
import { html, longText } from '../../../../src/app/http/dashboard/frame/html.ts'
import { countTurns } from '../../../support/count-turns.ts'

test.each(['<b> & "c" \'d\'', '', '😀'.repeat(40_000), '<'.repeat(500_000)])(
  'a text in a page is escaped whatever its length (%#)',
  async (text) => {
    const drawn = String(await html`<p title="${longText(text)}">${longText(text)}</p>`)
    expect(drawn).toBe(String(html`<p title="${text}">${text}</p>`))
  },
)

test('other work continues while a long text is escaped', async () => {
  const { turns } = await countTurns(async () => longText('<'.repeat(500_000)))
  expect(turns).toBeGreaterThanOrEqual(15)
})

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'

/** Of the pictures in the documentation; otherwise they would differ in size. */
const DOCS_SIZE = { width: 1120, height: 700 }

/**
 * Writes what a page shows into `docs`, for `npm run screenshots -- --docs`. Chromium writes a tenth of the bytes of a PNG as
 * WebP, which Playwright does not offer.
 */
export async function docsScreenshot(page: Page, file: string, size = DOCS_SIZE): Promise<void> {
  const folder = process.env.DOCS_SCREENSHOTS
  if (!folder) return
  const before = page.viewportSize()
  await page.setViewportSize(size)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 })
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.from(data, 'base64'))
  if (before !== null) await page.setViewportSize(before)
}

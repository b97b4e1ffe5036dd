import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'

/** A test in Chromium. Skipped where there is none. */
export const browserTest: typeof test = test.skipIf(inject('chromium') === null) as typeof test

export interface Look {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
  readonly contrast: 'more' | 'no-preference'
}

const look = (
  name: string,
  colorScheme: Look['colorScheme'],
  contrast: Look['contrast'] = 'no-preference',
  width = 1280,
): Look => ({ name, width, height: 900, colorScheme, contrast })

const LIGHT = look('light', 'light')

/** Themes and widths in which every page has to work. */
export const LOOKS: readonly Look[] = [
  LIGHT,
  look('dark', 'dark'),
  look('light-high-contrast', 'light', 'more'),
  look('dark-high-contrast', 'dark', 'more'),
  look('light-narrow', 'light', 'no-preference', 320),
  look('dark-narrow', 'dark', 'no-preference', 320),
]

export interface BrowseOptions {
  /** Of the server. */
  readonly url: string
  readonly look?: Look
  /** Default: true. */
  readonly hasJavaScript?: boolean
  /** For axe, whose script the policy of the pages forbids. Never in a test of what a page does. */
  readonly bypassesPolicy?: boolean
  /** The server ends meanwhile, which the browser reports as an error. */
  readonly mayLoseConnection?: boolean
  readonly cookies?: ReadonlyMap<string, string>
  /** Of the reader. Default: UTC. */
  readonly zone?: string
  /** What the browser takes for the time, epoch milliseconds. */
  readonly now?: number
}

let shared: Promise<Browser> | null = null

const browser = (): Promise<Browser> => {
  const endpoint = inject('chromium')
  if (endpoint === null) throw new Error('there is no Chromium')
  shared ??= chromium.connect(endpoint)
  return shared
}

/**
 * A page in a browser profile of its own, until the test has ended. What the page reports as an error fails the test: an
 * exception, a breach of the content security policy, a file that is not there.
 */
export async function browse(options: BrowseOptions): Promise<Page> {
  const context = await openContext(options)
  const page = await context.newPage()
  if (options.now !== undefined) await page.clock.setFixedTime(options.now)
  const errors: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    const { url } = message.location()
    if (message.type() !== 'error' || (isStatus(text) && !isFile(url))) return
    if (!(options.mayLoseConnection && LOST.test(text))) errors.push(`${text} ${url}`)
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  onTestFinished(async () => {
    await context.close()
    expect(errors, 'errors in the console of the page').toEqual([])
  })
  return page
}

async function openContext({ url, look: shown = LIGHT, ...options }: BrowseOptions): Promise<BrowserContext> {
  const context = await (await browser()).newContext({
    baseURL: url,
    viewport: { width: shown.width, height: shown.height },
    colorScheme: shown.colorScheme,
    contrast: shown.contrast,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: options.zone ?? 'UTC',
    javaScriptEnabled: options.hasJavaScript ?? true,
    bypassCSP: options.bypassesPolicy ?? false,
  })
  // As long as `expect.poll` waits.
  context.setDefaultTimeout(60_000)
  const cookies = [...(options.cookies ?? [])].map(([name, value]) => ({ name, value, url }))
  if (cookies.length > 0) await context.addCookies(cookies)
  return context
}

/** Shows an open page in another theme and width. */
export async function applyLook(page: Page, { width, height, colorScheme, contrast }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, contrast, reducedMotion: 'reduce' })
}

/** What Chromium and htmx say when the server is gone, or just comes back. */
const LOST =
  /net::ERR_|htmx:(?:sse:)?error: (?:network error|Failed to fetch|SSE reconnect failed with status)/

/** Chromium reports a page with the status 404 as an error, too; tests look at the page. */
const isStatus = (text: string): boolean => text.startsWith('Failed to load resource: the server responded')

/** A style, a script or an icon: no page of ours has such a name. */
const isFile = (url: string): boolean => /\.(?:css|ico|js|png|svg)$/.test(url)

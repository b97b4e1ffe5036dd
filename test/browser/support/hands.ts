import type { Locator, Page } from 'playwright-core'

/** A way to use a page. */
export interface Hand {
  readonly name: string
  readonly hasJavaScript: boolean
  /** The server is killed and restarted between the steps. */
  readonly killsServer: boolean
  /** Follows a link, presses a button, opens a summary. */
  press(target: Locator): Promise<void>
  /** Checks a box or chooses an option. */
  check(target: Locator): Promise<void>
  type(target: Locator, text: string): Promise<void>
}

const MOST_TABS = 150

/** Moves the focus with Tab alone, as somebody without a mouse does. */
async function tabTo(target: Locator): Promise<void> {
  const page: Page = target.page()
  await target.waitFor()
  const isFocused = () => target.evaluate((element) => element.matches(':focus'))
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} cannot be reached with Tab`)
}

const mouse = (name: string, hasJavaScript: boolean): Hand => ({
  name,
  hasJavaScript,
  killsServer: false,
  press: (target) => target.click(),
  check: (target) => target.check(),
  type: (target, text) => target.fill(text),
})

export const MOUSE = mouse('with the mouse', true)
export const MOUSE_AND_KILLED_SERVER: Hand = {
  ...MOUSE,
  name: 'with a server that is killed',
  killsServer: true,
}
export const WITHOUT_JAVASCRIPT = mouse('without JavaScript', false)

export const KEYBOARD: Hand = {
  name: 'with the keyboard alone',
  hasJavaScript: true,
  killsServer: false,
  async press(target) {
    await tabTo(target)
    await target.page().keyboard.press('Enter')
  },
  async check(target) {
    await tabTo(target)
    await target.page().keyboard.press('Space')
  },
  async type(target, text) {
    await tabTo(target)
    await target.page().keyboard.type(text)
  },
}

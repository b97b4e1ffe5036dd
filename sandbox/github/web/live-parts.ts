import { createHash } from 'node:crypto'

/** Loads the page again every two seconds and replaces the parts that have changed, but not what somebody is typing. */
export const SCRIPT = `
const parts = (root) => [...root.querySelectorAll('[data-live]')]
const shown = parts(document).map((part) => part.outerHTML)
const refresh = async () => {
  const text = await (await fetch(location.href)).text()
  const fresh = parts(new DOMParser().parseFromString(text, 'text/html'))
  parts(document).forEach((old, index) => {
    const part = fresh[index]
    if (part === undefined || part.outerHTML === shown[index]) return
    shown[index] = part.outerHTML
    const open = [...old.querySelectorAll('details')].map((one) => one.open)
    ;[...part.querySelectorAll('details')].forEach((one, at) => { one.open = open[at] ?? one.open })
    old.replaceWith(part)
  })
}
if (shown.length > 0) {
  const timer = setInterval(() => refresh().catch(() => {
    clearInterval(timer)
    document.querySelector('header').append(' does not respond any more.')
  }), 2000)
}
`

export const SCRIPT_HASH = `sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`

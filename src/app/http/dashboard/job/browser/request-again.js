// A part of the page that could not be loaded is requested again until it is there: htmx reconnects a stream only after it was
// connected once. Without this script, everything is there after a reload.
{
  const FIRST_MS = 500
  const MAX_MS = 10_000

  const mayPass = ({ status }) => status >= 500 || status === 429

  const keepTrying = (part) => {
    let failures = 0
    let timer = 0
    const again = () => {
      clearTimeout(timer)
      const delay = Math.min(FIRST_MS * 2 ** failures, MAX_MS)
      failures++
      // So that the pages of a server that restarted do not come back together.
      timer = setTimeout(() => part.dispatchEvent(new Event('again')), delay * (0.7 + Math.random() * 0.6))
    }
    const arrived = () => {
      // The note on top was about this part.
      if (failures > 0) document.getElementById('flash').replaceChildren()
      failures = 0
    }
    // Events of the elements in it arrive here, too.
    const listen = (name, handle) =>
      part.addEventListener(name, (event) => {
        if (event.target === part) handle(event)
      })

    listen('htmx:error', again)
    listen('htmx:sse:after:connection', arrived)
    listen('htmx:after:request', (event) => {
      const { response } = event.detail.ctx
      if (!mayPass(response)) return arrived()
      again()
    })
  }

  for (const part of document.querySelectorAll('#stream, #overview')) keepTrying(part)
}

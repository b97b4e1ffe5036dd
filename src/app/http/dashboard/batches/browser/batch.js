// The page of a batch while it is open: its parts are requested again until it has ended. Without this script, a reload does it.
{
  const EVERY_MS = 5_000
  const batch = document.getElementById('batch')

  // What a person has opened, typed or chosen stays as it is until they send or leave it.
  const isInUse = () =>
    batch.querySelector('details[open]') !== null ||
    [...batch.querySelectorAll('input:not([type="hidden"])')].some(
      (field) => field === document.activeElement || field.value !== field.defaultValue,
    )

  const refresh = () => {
    if (document.hidden || isInUse()) return
    batch.dispatchEvent(new Event('refresh'))
  }

  if (batch && document.getElementById('state')?.dataset.isOpen) {
    const timer = setInterval(refresh, EVERY_MS)
    document.addEventListener('visibilitychange', refresh)
    const stop = () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
    batch.addEventListener('htmx:config:request', ({ detail }) => {
      const { version } = document.getElementById('state').dataset
      detail.ctx.request.headers['If-None-Match'] = version
    })
    batch.addEventListener('htmx:after:request', (event) => {
      const { status } = event.detail.ctx.response
      // The server has trouble: the next request may succeed, and the page stays as it is.
      if (status >= 500 || status === 429) event.preventDefault()
      // Its reader may no longer see it.
      else if (status >= 400) stop()
    })
    batch.addEventListener('htmx:after:swap', () => {
      if (!document.getElementById('state')?.dataset.isOpen) stop()
    })
  }
}

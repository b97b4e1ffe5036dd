// The notice of what a person did goes when the page moves on: what it shows waits, works, or has ended, and does something else
// by now. Not before somebody could read it.
{
  const READ_MS = 5_000
  const signOf = () => document.getElementById('state')?.dataset.sign
  const before = signOf()
  const shownAt = performance.now()
  document.addEventListener('htmx:after:swap', () => {
    const notice = document.querySelector('#flash .flash-success')
    if (!notice || signOf() === before) return
    setTimeout(() => notice.remove(), Math.max(0, READ_MS - (performance.now() - shownAt)))
  })
}

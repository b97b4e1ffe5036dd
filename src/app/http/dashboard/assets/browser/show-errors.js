// A part that cannot be loaded: the page keeps what it shows. The page of a proxy is not for this place; an error of the server
// names the place where it is shown. Where a person asked for the part, the page says so above.
{
  const flash = () => document.getElementById('flash')
  let isShown = false

  const say = (text) => {
    const note = document.createElement('p')
    note.className = 'flash flash-danger'
    note.textContent = text
    flash().replaceChildren(note)
    note.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    isShown = true
  }

  const fail = ({ dataset }) => {
    if (dataset?.failed) say(dataset.failed)
  }

  document.addEventListener('htmx:error', ({ target }) => fail(target))
  document.addEventListener('htmx:after:request', (event) => {
    const { status, headers } = event.detail.ctx.response
    if (status >= 400 && !headers.has('hx-retarget') && !headers.has('hx-redirect')) {
      event.preventDefault()
      fail(event.target)
    } else if (isShown && event.target.dataset.failed) {
      flash().replaceChildren()
      isShown = false
    }
  })
}

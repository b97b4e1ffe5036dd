// The page of a job while it is open. Without this script, everything is there after a reload.
{
  const stream = document.getElementById('stream')
  const timeline = document.getElementById('timeline')
  const jump = document.getElementById('jump')

  // Follows only while the end of the timeline is in view, and never scrolls smoothly: the next line would interrupt it.
  const isAtEnd = () => timeline.getBoundingClientRect().bottom <= window.innerHeight + 40
  const toEnd = () => timeline.scrollIntoView({ block: 'end', behavior: 'instant' })

  // An element that arrives twice, from the page or the stream, appears once.
  const find = (id) =>
    [...document.querySelectorAll(`[id="${CSS.escape(id)}"]`)].find((one) => one.isConnected)

  const place = (part) => {
    part.remove()
    if (part.dataset.replace) return find(part.dataset.replace)?.replaceChildren(...part.childNodes)
    if (!part.id) return
    const before = find(part.id)
    if (before) return 'swap' in part.dataset ? before.replaceWith(part) : undefined
    const into = part.dataset.into && find(part.dataset.into)
    if (!into) return
    into.parentElement.querySelector('.empty-run')?.remove()
    // Lines belong to the last stage; a new stage or step closes those that opened automatically.
    const isLine = part.matches('li') && into.matches('.stages')
    const target = isLine ? (into.lastElementChild?.querySelector(':scope > ol') ?? into) : into
    if (part.matches('.stage, .step')) fold(target)
    target.append(part)
  }

  const fold = (parent) => {
    for (const one of parent.querySelectorAll(':scope > details[open], :scope > li > details[open]'))
      if (!one.dataset.kept && !one.contains(document.activeElement)) one.open = false
  }

  const placeAll = (holder) => {
    const follows = isAtEnd()
    for (const part of [...holder.children]) place(part)
    showFailure()
    if (follows) toEnd()
    else if (jump) jump.hidden = false
  }

  const showFailure = () => {
    const link = document.getElementById('first-failure')
    const first = timeline.querySelector('.line.refused, .run-end-danger')
    if (!link || !first?.id) return
    link.hidden = false
    link.hash = first.id
  }

  // Parts of a state that has changed: the run that began, its messages, its end; then title and icon of the window.
  document.addEventListener('htmx:after:swap', () => {
    const news = document.getElementById('news')
    if (news) {
      placeNews(news)
      news.remove()
    }
    const state = document.getElementById('state')
    if (!state) return
    document.title = `${state.dataset.sign}${document.title.replace(/^[◌●✓!✗–] /u, '')}`
    document.querySelector('link[rel="icon"]').href = state.dataset.icon
  })

  const placeNews = (news) => {
    for (const run of [...news.children]) {
      if (!run.matches('.run')) {
        place(run)
        continue
      }
      const known = [...document.querySelectorAll(`#runs > [id="${CSS.escape(run.id)}"]`)][0]
      const parts = known ? [...run.querySelectorAll('.messages > li, .run-end')] : [run]
      for (const part of parts) place(part)
    }
    if (timeline) showFailure()
  }

  if (stream && timeline) {
    const connection = document.getElementById('connection')
    stream.addEventListener('htmx:sse:after:message', () => placeAll(stream))
    stream.addEventListener('refused', () => location.reload())
    stream.addEventListener('htmx:sse:error', () => {
      connection.textContent = connection.dataset.lost
    })
    stream.addEventListener('htmx:sse:after:connection', () => {
      connection.textContent = ''
    })
    jump.addEventListener('click', () => {
      toEnd()
      jump.hidden = true
    })
    window.addEventListener(
      'scroll',
      () => {
        if (isAtEnd()) jump.hidden = true
      },
      { passive: true },
    )
    // What a person opens stays open.
    timeline.addEventListener('click', (event) => {
      const summary = event.target.closest('summary')
      if (summary) summary.parentElement.dataset.kept = 'true'
    })
  }

  // One key, and only while the timeline has the focus: https://www.w3.org/WAI/WCAG22/Understanding/character-key-shortcuts
  timeline?.addEventListener('keydown', (event) => {
    const link = document.getElementById('first-failure')
    if (event.key.toLowerCase() !== 'f' || event.ctrlKey || event.metaKey || event.altKey) return
    if (!link.hidden) link.click()
  })

  // A line that a link names may be in a folded part.
  const reveal = () => {
    const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null
    for (let one = target?.parentElement; one; one = one.parentElement)
      if (one.matches('details')) one.open = true
    target?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }
  window.addEventListener('hashchange', reveal)
  if (timeline) reveal()

  for (const text of document.querySelectorAll('textarea[data-submit]'))
    text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      text.form.requestSubmit()
    })
}

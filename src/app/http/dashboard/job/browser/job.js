// The page of a job while it is open. Without this script, everything is there after a reload.
{
  const stream = document.getElementById('stream')
  const timeline = document.getElementById('timeline')
  const jump = document.getElementById('jump')

  // Follows only while the end of the timeline is in view, and never scrolls smoothly: the next line would interrupt it.
  const isAtEnd = () => timeline.getBoundingClientRect().bottom <= window.innerHeight + 40
  const toEnd = () => timeline.scrollIntoView({ block: 'end', behavior: 'instant' })

  // An element that arrives twice, from the page or the stream, appears once.
  const find = (id) => document.getElementById(id)

  // What the stream has last said of the state, by the part that it replaces.
  const newest = new Map()

  // What was requested may have been drawn before that: `until` is the last event that it knows.
  const keepNewest = () => {
    const [run, seq] = find('state').dataset.until.split('-').map(Number)
    for (const part of newest.values()) {
      const [ofRun, ofSeq] = part.dataset.event.split('-').map(Number)
      if (ofRun > run || (ofRun === run && ofSeq > seq)) place(part)
    }
  }

  const place = (part) => {
    part.remove()
    if (part.dataset.replace) {
      if (part.dataset.event) newest.set(part.dataset.replace, part)
      const meter = find(`${part.dataset.replace}-meter`)
      if (meter) meter.value = part.dataset.meter
      return find(part.dataset.replace)?.replaceChildren(...part.cloneNode(true).childNodes)
    }
    if (!part.id) return
    const before = find(part.id)
    if (before) return 'swap' in part.dataset ? before.replaceWith(part) : undefined
    const into = part.dataset.into && find(part.dataset.into)
    if (!into) return
    const empty = into.matches('.stages')
      ? into.nextElementSibling
      : into.querySelector(':scope > .empty-run')
    if (empty?.matches('.empty-run')) empty.remove()
    // Lines belong to the last stage; a new stage or step closes those that opened automatically.
    const isLine = part.matches('li') && into.matches('.stages')
    const target = isLine ? (into.lastElementChild?.querySelector(':scope > ol') ?? into) : into
    if (part.matches('.stage, .step')) fold(target)
    target.append(part)
  }

  // Only the last one can be open without a person: those before it were closed when it came.
  const fold = (parent) => {
    for (let one = parent.lastElementChild; one; one = one.previousElementSibling) {
      const part = one.matches('details') ? one : one.querySelector(':scope > details')
      if (!part) continue
      if (!part.dataset.kept && !part.contains(document.activeElement)) part.open = false
      return
    }
  }

  const placeAll = () => {
    const parts = [...stream.children]
    if (parts.length === 0) return
    const follows = isAtEnd()
    // All of them first: a part that came twice would find its double among those that wait.
    stream.replaceChildren()
    for (const part of parts) place(part)
    showFailure()
    if (follows) toEnd()
    else jump.hidden = false
  }

  // Once in a frame: thousands of lines come together after a reconnect, and each look at the layout costs a layout.
  let isPlanned = false
  const plan = () => {
    if (document.hidden) return placeAll()
    if (isPlanned) return
    isPlanned = true
    requestAnimationFrame(() => {
      isPlanned = false
      placeAll()
    })
  }

  const showFailure = () => {
    const link = document.getElementById('first-failure')
    const first = timeline.querySelector('.line.refused, .run-end-danger')
    if (!link || !first?.id || link.dataset.isEarlier) return
    link.hidden = false
    link.hash = first.id
  }

  // A new state replaces the buttons: a menu that a person has opened stays open, and keeps the focus. Without a moment in
  // between, since the event after a swap comes later, and lines of the stream may be swapped before it.
  const isOverview = (event) => event.target.id === 'overview'
  let opened = null
  document.addEventListener('htmx:before:swap', (event) => {
    if (!isOverview(event)) return
    const menu = document.querySelector('#overview details[open]')
    const focused = menu?.contains(document.activeElement) ? document.activeElement : null
    opened = menu && {
      id: menu.querySelector('summary').id,
      inside: focused?.matches('summary') === false,
      focused,
    }
  })
  const openAgain = () => {
    const summary = opened && document.querySelector(`#overview summary[id="${CSS.escape(opened.id)}"]`)
    if (summary && !summary.parentElement.open) {
      summary.parentElement.open = true
      if (opened.focused) (opened.inside ? summary.parentElement.querySelector('button') : summary).focus()
    }
    opened = null
  }
  document.addEventListener('htmx:before:settle', (event) => {
    if (!isOverview(event)) return
    openAgain()
    keepNewest()
  })

  // Parts of a state that has changed: the run that began, its messages, its end; then title and icon of the window.
  document.addEventListener('htmx:after:swap', () => {
    const news = find('news')
    if (news) {
      news.remove()
      if (stream && timeline) placeAll()
      placeNews(news.content)
      keepNewest()
    }
    const state = find('state')
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
      const known = document.querySelector(`#runs > [id="${CSS.escape(run.id)}"]`)
      const parts = known ? [...run.querySelectorAll('.messages > li, .run-end')] : [run]
      // A message that waited stands in the run before.
      if (!known) for (const { id } of run.querySelectorAll('.messages > li')) find(id)?.remove()
      for (const part of parts) place(part)
    }
    if (timeline) showFailure()
  }

  if (stream && timeline) {
    const connection = document.getElementById('connection')
    stream.addEventListener('htmx:sse:after:message', plan)
    stream.addEventListener('refused', () => location.reload())
    const lose = () => {
      connection.textContent = connection.dataset.lost
    }
    stream.addEventListener('htmx:error', lose)
    stream.addEventListener('htmx:sse:error', ({ detail }) => {
      // The page loads itself again: it leads to the sign-in, or says that there is no such job.
      if ([401, 403, 404].includes(detail.status)) location.reload()
      else lose()
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
    const earlier = document.getElementById('earlier')
    if (!target && earlier && /^#L\d+-\d+$/.test(location.hash)) {
      earlier.hash = location.hash
      return location.replace(earlier.href)
    }
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

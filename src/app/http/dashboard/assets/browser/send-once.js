// A second press while the answer is on its way sends nothing: it could create a second API key, and show only that one.
{
  const SECONDS = 5
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (form.method !== 'post') return
    if (form.dataset.sent) return event.preventDefault()
    form.dataset.sent = 'true'
    // Somebody may have stopped the request.
    setTimeout(() => delete form.dataset.sent, SECONDS * 1000)
  })
  window.addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent
  })
}

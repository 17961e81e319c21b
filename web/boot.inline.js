;(() => {
  const root = document.documentElement
  const systemDark = matchMedia('(prefers-color-scheme: dark)')
  const kept = new Map()
  let chosenTheme

  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  const paint = () => {
    const remembered = stored('theme') ?? chosenTheme
    const theme = remembered === 'light' || remembered === 'dark' ? remembered : null
    root.dataset.theme = theme ?? (systemDark.matches ? 'dark' : 'light')
    root.dataset.session = stored('accessToken') ? 'in' : 'out'
  }

  const switchTheme = () => {
    chosenTheme = root.dataset.theme === 'dark' ? 'light' : 'dark'
    try {
      localStorage.setItem('theme', chosenTheme)
    } catch {}
    paint()
  }

  const keep = (event) => {
    const element = event.target.closest(event.type === 'submit' ? 'form[data-keep]' : 'button[data-keep]')
    if (!element) return
    event.preventDefault()
    event.stopPropagation()
    element.setAttribute('aria-busy', 'true')
    kept.set(element, event.submitter)
  }

  const ready = () => {
    document.removeEventListener('submit', keep, true)
    document.removeEventListener('click', keep, true)
    for (const [element, submitter] of kept) {
      element.removeAttribute('aria-busy')
      if (element.tagName === 'FORM') element.requestSubmit(submitter)
      else element.click()
    }
    kept.clear()
  }

  paint()
  systemDark.addEventListener('change', paint)
  addEventListener('storage', paint)
  addEventListener('pageshow', paint)
  document.addEventListener('submit', keep, true)
  document.addEventListener('click', keep, true)
  document.addEventListener('click', (event) => {
    if (event.target.closest('[data-switch-theme]')) switchTheme()
  })
  window.shop = { paint, ready }
})()

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
    if (root.dataset.app === 'incomplete') return
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
    delete root.dataset.app
    session((storage) => storage.removeItem('incomplete'))
    if (root.dataset.unseen) layOutUnseen()
  }

  // One part in a frame: all at once would hold up a phone.
  const layOutUnseen = () =>
    requestAnimationFrame(() => {
      const [, ...left] = (root.dataset.unseen ?? '').split(' ')
      if (left.length === 0) return delete root.dataset.unseen
      root.dataset.unseen = left.join(' ')
      layOutUnseen()
    })

  const session = (use) => {
    try {
      return use(sessionStorage)
    } catch {
      return false
    }
  }

  const isFirstFailure = (storage) => {
    const before = storage.getItem('incomplete')
    storage.setItem('incomplete', 'yes')
    return before === null
  }

  // The build was replaced since the page was sent, or the network failed. The first is cured by asking for the page again,
  // once; while the second lasts, what is there to read is worth more than the browser's own words.
  const stop = () => {
    if (root.dataset.app === 'incomplete') return
    root.dataset.app = 'incomplete'
    const again = () => location.reload()
    if (navigator.onLine && session(isFirstFailure)) return again()
    for (const element of kept.keys()) element.removeAttribute('aria-busy')
    kept.clear()
    const notice = document.createElement('div')
    const retry = document.createElement('button')
    notice.className = 'incomplete'
    notice.role = 'alert'
    notice.append('This page did not load completely.', retry)
    retry.className = 'btn btn-primary btn-sm'
    retry.textContent = 'Retry'
    retry.addEventListener('click', again)
    addEventListener('online', again)
    document.body.append(notice)
  }

  // Some first paints are never reported; once the document is loaded, nothing is left to compete with.
  const whenPainted = (run) => {
    let waiting = true
    const once = () => {
      if (waiting) run()
      waiting = false
    }
    if (document.hidden) return once()
    document.addEventListener('visibilitychange', once)
    addEventListener('load', () => setTimeout(once, 100))
    new PerformanceObserver(() => {
      if (performance.getEntriesByName('first-contentful-paint').length > 0) once()
    }).observe({ type: 'paint', buffered: true })
  }

  const load = (href) => import(href)

  const start = ({ manifest, entry, routes, chunks }) => {
    const loadAll = () => {
      const first = Promise.all([manifest, ...Object.values(routes)].map(load))
      window.shop.routes = first.then(([, ...modules]) => {
        const named = Object.keys(routes).map((id, position) => [id, modules[position]])
        window.__reactRouterRouteModules = Object.fromEntries(named)
      })
      Promise.all([window.shop.routes, ...[entry, ...chunks].map(load)]).catch(stop)
    }
    whenPainted(loadAll)
  }

  // Only who begins at the top can do without the heights of what is below.
  const atTop = performance.getEntriesByType('navigation')[0]?.type === 'navigate' && !location.hash
  if (atTop) root.dataset.unseen = 'sections cards more-cards last-cards'
  root.dataset.app = 'loading'
  paint()
  systemDark.addEventListener('change', paint)
  addEventListener('storage', paint)
  addEventListener('pageshow', paint)
  document.addEventListener('submit', keep, true)
  document.addEventListener('click', keep, true)
  document.addEventListener('click', (event) => {
    if (event.target.closest('[data-switch-theme]')) switchTheme()
  })
  window.shop = { paint, ready, start }
})()

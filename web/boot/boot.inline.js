;(() => {
  const root = document.documentElement
  const systemDark = matchMedia('(prefers-color-scheme: dark)')
  const kept = new Map()
  let chosenTheme
  let touched = false
  let leaving = false

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
    root.toggleAttribute('data-known-admin', stored('knownAdmin') !== null)
  }

  const switchTheme = () => {
    chosenTheme = root.dataset.theme === 'dark' ? 'light' : 'dark'
    try {
      localStorage.setItem('theme', chosenTheme)
    } catch {}
    paint()
  }

  const keep = (event) => {
    const { target, type } = event
    const element = target.closest(
      type === 'submit' ? '[method=post]' : '[type=button]:not([data-switch-theme])',
    )
    if (!element) return
    event.preventDefault()
    event.stopPropagation()
    if (root.dataset.app === 'incomplete') return leaving && complain()
    element.setAttribute('aria-busy', 'true')
    kept.set(element, event.submitter)
  }

  const replacePicture = ({ target }) => {
    const { fallback } = target.dataset ?? {}
    if (!fallback || target.getAttribute('src') === fallback) return
    target.removeAttribute('srcset')
    target.src = fallback
  }

  const ready = () => {
    document.removeEventListener('submit', keep, true)
    document.removeEventListener('click', keep, true)
    document.removeEventListener('error', replacePicture, true)
    removeEventListener('beforeunload', leave)
    for (const [element, submitter] of kept) {
      element.removeAttribute('aria-busy')
      if (element.tagName === 'FORM') element.requestSubmit(submitter)
      else element.click()
    }
    kept.clear()
    delete root.dataset.app
    session((storage) => storage.removeItem('incomplete'))
  }

  const leave = () => {
    leaving = true
  }

  const session = (use) => {
    try {
      return use(sessionStorage)
    } catch {
      return false
    }
  }

  const isReloaded = (storage) => storage.getItem('incomplete') !== null

  const NOT_TYPED = ['password', 'hidden', 'checkbox', 'radio', 'file'].map((type) => `[type=${type}]`).join()
  const fields = () => [...document.querySelectorAll(`main :is(textarea, input:not(${NOT_TYPED}))[name]`)]

  const again = () => {
    session((storage) => {
      storage.setItem('incomplete', 'yes')
      storage.setItem(
        'typed',
        JSON.stringify([location.pathname, fields().map(({ name, value }) => [name, value])]),
      )
    })
    location.reload()
  }

  // What was typed before the page was asked for again.
  const fill = () =>
    session((storage) => {
      const [path, typed] = JSON.parse(storage.getItem('typed') ?? '[]')
      storage.removeItem('typed')
      if (path !== location.pathname) return
      // Two forms may have a field of the same name.
      const empty = fields()
      for (const [name, value] of typed) {
        const at = empty.findIndex((field) => field.name === name)
        if (at < 0) continue
        const [field] = empty.splice(at, 1)
        if (value) field.value = value
      }
    })

  // The build was replaced since the page was sent, or the network failed. The first is cured by asking for the page again,
  // once; while the second lasts, what is there to read is worth more than the browser's own words.
  const stop = () => {
    if (root.dataset.app === 'incomplete') return
    root.dataset.app = 'incomplete'
    // Firefox gives up what is still loading as soon as another page is asked for.
    if (leaving) return
    if (navigator.onLine && session((storage) => !isReloaded(storage))) return again()
    complain()
  }

  const complain = () => {
    leaving = false
    for (const element of kept.keys()) element.removeAttribute('aria-busy')
    kept.clear()
    const notice = document.createElement('div')
    const retry = document.createElement('button')
    notice.className =
      'fixed inset-x-4 bottom-4 z-60 mx-auto flex max-w-104 items-center justify-between gap-3 rounded-box border border-quiet bg-base-100 px-4 py-3'
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

  const TOUCHES = 'pointermove pointerdown touchstart keydown focusin wheel click submit input change'.split(
    ' ',
  )

  const load = (tag, properties) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.addEventListener('error', stop)
    document.head.append(element)
  }

  // All files at once; the script finds them there.
  const start = () => {
    touched = true
    // Until the whole page is there, its files are not known.
    if (root.dataset.app !== 'untouched' || document.readyState === 'loading') return
    root.dataset.app = 'loading'
    addEventListener('beforeunload', leave)
    for (const touch of TOUCHES) removeEventListener(touch, start, true)
    const script = document.querySelector('[data-app-files]')
    for (const { textContent } of document.querySelectorAll('[data-app-data]'))
      load('script', { textContent })
    for (const href of script.dataset.appFiles.split(' ')) load('link', { rel: 'modulepreload', href })
    load('script', { type: 'module', textContent: script.textContent })
  }

  // A page that is only read needs no app: without a token it starts when somebody touches the page.
  const startWhenNeeded = () => {
    if (root.dataset.app !== 'untouched') return
    if (touched || session(isReloaded)) return start()
    const needs = document.querySelector('[data-needs-app]')?.dataset.needsApp
    const needed = needs === 'always' || (needs === 'query' && location.search)
    if (needed || root.dataset.session === 'in') whenPainted(start)
  }

  // The page is rendered for its address without a slash at the end; the app must find itself there.
  const { origin, pathname, search, hash } = location
  if (/.\/$/.test(pathname))
    history.replaceState(history.state, '', origin + pathname.replace(/^(.*[^/])?\/+$/, '$1') + search + hash)

  // A sign-in page keeps room for the product that it leads back to.
  if (/[?&]from=(%2F|\/)product(%2F|\/)/i.test(search)) root.dataset.ordering = ''

  root.dataset.app = 'untouched'
  paint()
  systemDark.addEventListener('change', paint)
  for (const moment of ['storage', 'pageshow'])
    addEventListener(moment, () => {
      paint()
      startWhenNeeded()
    })
  for (const touch of TOUCHES) addEventListener(touch, start, { capture: true, passive: true })
  document.addEventListener('submit', keep, true)
  document.addEventListener('click', keep, true)
  document.addEventListener('error', replacePicture, true)
  document.addEventListener('click', (event) => {
    if (event.target.closest('[data-switch-theme]')) switchTheme()
  })
  document.addEventListener('DOMContentLoaded', () => {
    fill()
    startWhenNeeded()
  })
  window.shop = { paint, ready }
})()

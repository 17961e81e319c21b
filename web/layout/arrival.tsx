import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '../ui/focus-heading.ts'

/** What a page load does by itself, done for a client navigation: the focus at the top, the title announced. */
export function Arrival() {
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    focusHeading()
    setTitle(document.title)
  }, [pathname])

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

import { useLocation } from 'react-router'
import { DocumentTitle } from '../ui/page/document-title.tsx'

/** Takes the place of a page that could not be loaded or drawn. */
export function ErrorPage() {
  const { pathname, search } = useLocation()
  return (
    <div className="content grid justify-items-start gap-4 py-16">
      <DocumentTitle>This page couldn’t be loaded</DocumentTitle>
      <h1 className="text-2xl">This page couldn’t be loaded</h1>
      <p className="max-w-160">We couldn’t load this page. Nothing was ordered or charged.</p>
      <a href={pathname + search} className="btn btn-primary">
        Retry
      </a>
    </div>
  )
}

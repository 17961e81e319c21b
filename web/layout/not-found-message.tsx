import { Link } from 'react-router'

export function NotFound() {
  return (
    <div className="content grid justify-items-center gap-6 py-12 text-center">
      <img
        src="/not-found.svg"
        width="640"
        height="420"
        alt="An empty hook on a tool wall"
        className="drawing w-full max-w-120"
      />
      <h1 className="text-2xl">We can’t find this page</h1>
      <p className="max-w-120 text-balance text-quiet">
        The page may have been moved or removed, or the address may be mistyped.
      </p>
      <p className="flex flex-wrap justify-center gap-4">
        <Link to="/" className="btn btn-primary">
          Go to the home page
        </Link>
        <Link to="/catalogue" className="btn btn-outline">
          See all products
        </Link>
      </p>
    </div>
  )
}

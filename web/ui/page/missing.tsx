import { Link } from 'react-router'

/** What is not there, perhaps no longer, and where to go instead. */
export function Missing({ sentence, to, label }: { sentence: string; to: string; label: string }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status">{sentence}</p>
      <Link to={to} className="btn btn-primary">
        {label}
      </Link>
    </div>
  )
}

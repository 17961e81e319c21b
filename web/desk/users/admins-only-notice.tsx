import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'

/** On the pages that only the menu hides: why a person who is no admin can do nothing here. */
export function AdminsOnlyNotice() {
  return (
    <>
      <div role="status" className="mb-6 border-accent border-l-4 bg-base-200 px-4 py-3">
        <p className="font-semibold">Admins only.</p>
        <p className="text-quiet">If you need access, ask an admin of this shop.</p>
      </div>
      <Link to="/dashboard" className="btn btn-primary">
        {texts.navigation.dashboard}
      </Link>
    </>
  )
}

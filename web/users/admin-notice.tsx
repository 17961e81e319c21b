/** On the pages that only the menu hides: what a person who is no admin cannot do here. */
export function AdminNotice() {
  return (
    <p role="status" className="mb-6 border-accent border-l-4 bg-base-200 px-4 py-3">
      This page needs an admin.
    </p>
  )
}

/** Beside what does nothing without scripts; the class `needs-script` hides that. */
export function NoScriptNotice() {
  return (
    <noscript>
      <p className="border-accent border-l-4 bg-base-200 px-4 py-3">
        This needs JavaScript. Turn it on in your browser’s settings, then reload the page.
      </p>
    </noscript>
  )
}

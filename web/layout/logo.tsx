/** The shop's logo: an iron weight with its ring. */
export function Logo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8 shrink-0">
      <circle cx="16" cy="8" r="5" className="fill-none stroke-primary" strokeWidth="3" />
      <path
        d="M8.5 13h15a1.5 1.5 0 0 1 1.4 1l4.6 13a2.2 2.2 0 0 1-2.1 3H4.6a2.2 2.2 0 0 1-2.1-3l4.6-13a1.5 1.5 0 0 1 1.4-1z"
        className="fill-primary"
      />
      <path d="M5.5 18.5h21l1.8 5H3.7z" className="fill-accent" />
    </svg>
  )
}

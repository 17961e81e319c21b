type ContentsListProps = { parts: { id: string; title: string }[] }

/** The table of contents of a long page. */
export function ContentsList({ parts }: ContentsListProps) {
  return (
    <nav aria-label="On this page">
      <ol className="border-base-300 border-b [counter-reset:contents]">
        {parts.map(({ id, title }) => (
          <li key={id} className="border-base-300 border-t [counter-increment:contents]">
            <a
              href={`#${id}`}
              className="flex items-baseline gap-3 py-2.5 font-semibold before:min-w-[1ch] before:font-heading before:text-quiet before:content-[counter(contents)] hover:text-link"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

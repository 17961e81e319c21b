import './reading.css'

type ContentsListProps = { parts: { id: string; title: string }[] }

/** The table of contents of a long page. */
export function ContentsList({ parts }: ContentsListProps) {
  return (
    <nav aria-label="On this page">
      <ol className="contents-list">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

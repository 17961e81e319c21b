/** A code block with dimmed comments. */
export function CodeBlock({ text }: { text: string }) {
  return (
    <pre>
      <code>
        {text.split(/((?<=^|\s)\/\/.*)/m).map((part, position) =>
          part.startsWith('//') ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed text has no other identity
            <span key={position} className="code-comment">
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </code>
    </pre>
  )
}

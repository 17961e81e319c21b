import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CodeBlock } from './code-block.tsx'
import type { Block, Inline } from './parse-markdown.ts'
import './reading.css'

/** The text of one section, as large as is pleasant to read. */
export function Markdown({ blocks }: { blocks: Block[] }) {
  return <div className="prose">{blocks.map(renderBlock)}</div>
}

function renderBlock(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p key={key}>{block.children.map(renderInline)}</p>
    case 'heading':
      return <h3 key={key}>{block.text}</h3>
    case 'code':
      return <CodeBlock key={key} text={block.text} />
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List key={key}>
          {block.items.map((item, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed text has no other identity
            <li key={position}>{item.map(renderInline)}</li>
          ))}
        </List>
      )
    }
  }
}

function renderInline(part: Inline, key: number): ReactNode {
  if (typeof part === 'string') return part
  if (part.kind === 'code') return <code key={key}>{part.text}</code>
  const children = part.children.map(renderInline)
  switch (part.kind) {
    case 'strong':
      return <strong key={key}>{children}</strong>
    case 'emphasis':
      return <em key={key}>{children}</em>
    case 'mark':
      return <mark key={key}>{children}</mark>
    case 'link':
      return part.target.startsWith('/') ? (
        <Link key={key} to={part.target}>
          {children}
        </Link>
      ) : (
        <a key={key} href={part.target} rel="noreferrer">
          {children}
        </a>
      )
  }
}

import type { Block, MailContent, Sender } from './mail-content.ts'

export function renderText({ subject, blocks, action }: MailContent, { shopName, origin }: Sender): string {
  const parts = [
    subject,
    ...blocks.map(renderBlock),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `-- \n${shopName}\n${origin}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const renderBlock = (block: Block) =>
  typeof block === 'string'
    ? block
    : block.map(([label, value]) => `${label}: ${value.replaceAll('\n', '\n  ')}`).join('\n')

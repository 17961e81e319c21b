import type { Mail } from './mailbox.ts'

const SHOWN = 200

/** The mailbox, the newest mail first and open; it works without scripts. */
export function mailboxPage(mails: Mail[]): string {
  const count = mails.length === 1 ? '1 email' : `${mails.length} emails`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Test mailbox: ${count}</title>
<link rel="stylesheet" href="/sandbox/mail/style.css">
</head>
<body>
<main class="mailbox">
<h1>Test mailbox</h1>
<p>Everything that this shop sends ends up here, and nowhere else. Anyone who can reach the shop can read it.</p>
<p><a href="/sandbox/mail">Reload</a> · <a href="/">Back to the shop</a> · <a href="/sandbox/mail/messages">The same as JSON</a></p>
${mails.length === 0 ? '<p>No mail yet. Sign up, or place an order.</p>' : mails.slice(0, SHOWN).map(article).join('\n')}
${mails.length > SHOWN ? `<p>The newest ${SHOWN} of ${count} are shown; the JSON has all of them.</p>` : ''}
</main>
</body>
</html>
`
}

function article(
  { id, subject, from, to, receivedAt, text, html: markup, attachments }: Mail,
  index: number,
) {
  const address = `/sandbox/mail/messages/${id}`
  return `<details${index === 0 ? ' open' : ''}>
<summary><strong>${html(subject)}</strong> <span>To ${html(to.join(', '))}</span> <time datetime="${receivedAt}">${receivedAt.slice(0, 19).replace('T', ' ')} UTC</time></summary>
<p>From ${html(from)} · <a href="${address}/source">Source</a></p>
${attachments.map(({ name, type, content }) => `<p><a href="${address}/attachments/${encodeURIComponent(name)}">${html(name)}</a> (${html(type)}, ${content.length} bytes)</p>`).join('')}
<h2>Text</h2>
<pre>${linked(text)}</pre>
${markup ? `<h2>HTML</h2><iframe src="${address}/html" title="${html(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>` : ''}
</details>`
}

const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 0 ? html(part) : `<a href="${html(part)}">${html(part)}</a>`))
    .join('')

const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

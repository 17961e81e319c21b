import type { Block, MailContent, Sender } from './mail-content.ts'

const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const TEXT = `${FONT};font-size:16px;line-height:1.5;color:#1e2226`
const QUIET = `${FONT};font-size:14px;line-height:1.5;color:#5a6068`
const RULE = 'border-top:1px solid #e2ddd0'

// The few rules that cannot be inline; a client that drops them shows the light, wide mail.
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#15191c!important}.card{background:#1c2226!important;border-color:#2a3238!important}
.text{color:#e8e6e1!important}.quiet{color:#a3a9ae!important}.rule{border-color:#2a3238!important}.mark{color:#7cc4d4!important}
.button{background:#5fb3c6!important}.button a{color:#0b1b20!important}}
@media (max-width:480px){.outer{padding:0!important}.card{border:0!important;border-radius:0!important}.pad{padding:24px 20px!important}
.action{width:100%!important}.button a{display:block!important;text-align:center!important}.label{width:104px!important}}`

/** Beside the subject a list shows the beginning of the text: after the preheader, nothing more of it. */
const FILLER = '&#8199;&#847;'.repeat(80)

/** Tables and inline styles, because mail clients know little else; no picture is fetched from anywhere. */
export function renderHtml(
  { subject, preheader, blocks, action }: MailContent,
  { shopName, origin }: Sender,
) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${html(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbfaf6">
<div style="display:none;max-height:0;overflow:hidden">${html(preheader)}${FILLER}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#fbfaf6"><tr><td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #e2ddd0;border-radius:6px"><tr><td class="pad" style="padding:32px">
<p class="mark" style="${FONT};font-size:14px;line-height:1.5;font-weight:700;letter-spacing:0.04em;color:#0f4c5c;margin:0 0 20px">${html(shopName)}</p>
<h1 class="text" style="${FONT};font-size:24px;line-height:1.25;font-weight:700;color:#1e2226;margin:0 0 20px;word-break:break-word">${html(subject).replace(' × ', '&nbsp;×&nbsp;')}</h1>
${blocks.map(renderBlock).join('\n')}
${action ? renderAction(action) : ''}
<p class="quiet rule" style="${QUIET};${RULE};margin:32px 0 0;padding:16px 0 0">${html(shopName)} · <a class="quiet" href="${html(origin)}" style="color:#5a6068">${html(new URL(origin).host)}</a></p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

function renderBlock(block: Block) {
  if (typeof block === 'string')
    return `<p class="text" style="${TEXT};margin:0 0 16px;word-break:break-word">${lines(block)}</p>`
  const rows = block.map(
    ([label, value]) =>
      `<tr><td class="quiet rule label" valign="top" width="160" style="${QUIET};${RULE};padding:10px 16px 10px 0">${html(label)}</td><td class="text rule" valign="top" style="${TEXT};${RULE};font-variant-numeric:tabular-nums;padding:8px 0;word-break:break-word">${lines(value)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">${rows.join('')}</table>`
}

const renderAction = ({ label, url }: { label: string; url: string }) =>
  `<table role="presentation" class="action" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr><td class="button" style="background:#0f4c5c;border-radius:6px"><a href="${html(url)}" style="${FONT};font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none;display:inline-block;padding:12px 24px">${html(label)}</a></td></tr></table>`

const lines = (text: string) => html(text).replaceAll('\n', '<br>')

const html = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;')

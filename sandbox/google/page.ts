import { DEMO_ACCOUNTS, type TestAccount } from './accounts.ts'

type Choice = { action: string; stylesheet: string; problem?: string; typed?: URLSearchParams }

/** The page that stands where Google's own would: it says what it is, and works without scripts. */
export function choicePage({ action, stylesheet, problem, typed }: Choice): string {
  const kept = (field: string) => html(typed?.get(field) ?? '')
  const verified = !typed || typed.get('verified') === 'yes'
  return layout(
    stylesheet,
    `<p>Choose who comes back to the shop. Nothing here is checked and nothing leaves this machine.</p>
${problem ? `<p class="problem" role="alert">${html(problem)}</p>` : ''}
<h2>Pick a test account</h2>
<ul>${DEMO_ACCOUNTS.map((account) => `<li>${accountForm(action, account)}</li>`).join('\n')}</ul>
<h2>Or type one</h2>
<form method="post" action="${html(action)}">
  <label for="email">Email address</label>
  <input id="email" name="email" type="email" autocomplete="off" required value="${kept('email')}">
  <label for="name">Name</label>
  <input id="name" name="name" autocomplete="off" required maxlength="200" value="${kept('name')}">
  <label class="check"><input name="verified" type="checkbox" value="yes"${verified ? ' checked' : ''}> The email address is verified</label>
  <button type="submit">Continue</button>
</form>
<form method="post" action="${html(action)}/cancel"><button class="quiet" type="submit">Cancel</button></form>`,
  )
}

export function messagePage(stylesheet: string, message: string): string {
  return layout(
    stylesheet,
    `<p role="alert">${html(message)}</p>\n<p><a href="/login">Back to the shop</a></p>`,
  )
}

function accountForm(action: string, account: TestAccount): string {
  return `<form method="post" action="${html(action)}">
  <input type="hidden" name="email" value="${html(account.email)}">
  <input type="hidden" name="name" value="${html(account.name)}">
  <input type="hidden" name="verified" value="${account.verified ? 'yes' : 'no'}">
  <button class="account" type="submit"><strong>${html(account.name)}</strong> <span>${html(account.email)}${account.verified ? '' : ' (not verified)'}</span></button>
</form>`
}

function layout(stylesheet: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Test sign-in: this is not Google</title>
<link rel="stylesheet" href="${html(stylesheet)}">
</head>
<body>
<main>
<h1>Test sign-in: this is not Google</h1>
${content}
</main>
</body>
</html>
`
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

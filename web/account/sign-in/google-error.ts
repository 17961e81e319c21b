const WORDS: Record<string, string> = {
  access_denied: 'Google sign-in was canceled.',
  account_not_linked:
    'There is already an account with a password for this email address. Log in with that password instead.',
  admin_in_demo:
    'In a demo anyone can pick any Google account, so an admin logs in with a password. “npm run set-password” gives you one.',
  email_missing: 'Google did not share an email address, so no account could be created.',
  sign_in_expired: 'Google sign-in took too long. Try again.',
  too_many_tries:
    'Too many sign-ins with Google failed in your network. Try again in a quarter of an hour, or use a password.',
  provider_unreachable: 'Google cannot be reached at the moment. Try again in a minute, or use a password.',
  provider_failed: 'Google sign-in did not work. Try again, or use a password.',
}

/** What went wrong at Google, in words, from the code in the login page's address. */
export const googleError = (code: string | null) =>
  code === null ? null : (WORDS[code] ?? WORDS.provider_failed ?? null)

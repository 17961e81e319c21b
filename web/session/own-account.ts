import { get, post } from './identity.ts'
import { sendCode } from './sign-in.ts'

export type AccountState = {
  emailVerified: boolean
  hasPassword: boolean
  twoFactorEnabled: boolean
  google: boolean
}

/** What people do with their own account at the identity service; sign-in.ts has what begins a session. */
export const ownAccount = {
  async state(signal: AbortSignal) {
    return (await get('/account-state', signal)) as AccountState
  },
  changePassword: (currentPassword: string, newPassword: string) =>
    post('/change-password', { currentPassword, newPassword }),

  sendConfirmation: () => post('/send-verification-email', {}),
  confirmEmail: (token: string) => post('/verify-email', { token }),
  requestPasswordReset: (email: string) => post('/request-password-reset', { email }),
  resetPassword: (token: string, newPassword: string) => post('/reset-password', { token, newPassword }),

  async beginTwoStep(password: string) {
    const { totpURI, backupCodes } = await post('/two-factor/enable', { password })
    return { uri: String(totpURI), recoveryCodes: backupCodes as string[] }
  },
  /** Two-step sign-in is on once the first code has arrived: by the call that signs in who is asked for one. */
  confirmTwoStep: sendCode,
  endTwoStep: (password: string) => post('/two-factor/disable', { password }),
  async newRecoveryCodes(password: string) {
    return (await post('/two-factor/generate-backup-codes', { password })).backupCodes as string[]
  },
}

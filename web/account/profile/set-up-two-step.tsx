import { useState } from 'react'
import { codeRule, withoutSpaces } from '#contract/people/sign-in.ts'
import { textOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { ownAccount } from '../../session/own-account.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Modal } from '../../ui/modals/modal.tsx'
import { ModalButtons } from '../../ui/modals/modal-buttons.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { CODES_SAVED, RecoveryCodes } from './recovery-codes.tsx'

type Begun = Awaited<ReturnType<typeof ownAccount.beginTwoStep>>
type SetUpTwoStepProps = { email: string; onCancel: () => void; onDone: () => void }

/** Password, then the key for the app and its first code, then the recovery codes. */
export function SetUpTwoStep({ email, onCancel, onDone }: SetUpTwoStepProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [confirmed, setConfirmed] = useState(false)

  if (!begun)
    return (
      <Modal title="Turn on two-step sign-in" onCancel={onCancel}>
        <PasswordPrompt
          email={email}
          help="Next, you will scan a code with an authenticator app."
          submitLabel="Continue"
          onPassword={async (password) => setBegun(await ownAccount.beginTwoStep(password))}
          onCancel={onCancel}
        />
      </Modal>
    )
  if (!confirmed)
    return (
      <Modal title="Add the shop to your app" onCancel={onCancel}>
        <FirstCode uri={begun.uri} onConfirmed={() => setConfirmed(true)} onCancel={onCancel} />
      </Modal>
    )
  return (
    <Modal title="Your recovery codes" closeQuestion={CODES_SAVED} onCancel={onDone}>
      <RecoveryCodes codes={begun.recoveryCodes} onSaved={onDone} />
    </Modal>
  )
}

type FirstCodeProps = { uri: string; onConfirmed: () => void; onCancel: () => void }

function FirstCode({ uri, onConfirmed, onCancel }: FirstCodeProps) {
  const { busy, onSubmit, errorAt, problem } = useSubmit(
    async (form) => {
      await ownAccount.confirmTwoStep(withoutSpaces(textOf(form, 'code')))
      onConfirmed()
    },
    { rules: { code: codeRule } },
  )
  const key = new URL(uri).searchParams.get('secret') ?? ''

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <p>
        Scan this with your authenticator app, or{' '}
        <a href={uri} className="link">
          open the app
        </a>{' '}
        on this device.
      </p>
      <div className="justify-self-center">
        <QrCode text={uri} label="QR code for your authenticator app" />
      </div>
      <div className="grid justify-items-start gap-2">
        <p>
          <span className="block text-quiet text-sm">Or type in this key:</span>
          <code>{key.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
        </p>
        <CopyButton text={key}>Copy key</CopyButton>
      </div>
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        help="The 6 digits the app is showing now."
        error={errorAt('code')}
      />
      <p role="alert" className="text-error empty:hidden">
        {problem}
      </p>
      <ModalButtons busy={busy} onCancel={onCancel}>
        Turn on
      </ModalButtons>
    </form>
  )
}

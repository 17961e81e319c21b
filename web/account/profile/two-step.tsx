import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type AccountState, ownAccount } from '../../session/own-account.ts'
import { Chip } from '../../ui/chip.tsx'
import { Modal } from '../../ui/modals/modal.tsx'
import { focusHeading } from '../../ui/page/focus-heading.ts'
import { toast } from '../../ui/page/toasts.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { CODES_SAVED, RecoveryCodes } from './recovery-codes.tsx'
import { SetUpTwoStep } from './set-up-two-step.tsx'

/** Whether signing in takes a code too, and what can be done about it. */
export function TwoStep({ email, account }: { email: string; account: AccountState }) {
  const [open, setOpen] = useState<'on' | 'off' | 'codes' | null>(null)
  const { revalidate } = useRevalidator()
  const close = () => setOpen(null)
  const done = (sentence: string) => {
    close()
    toast.success(sentence)
    // The button that opened this is gone by then.
    void revalidate().then(focusHeading)
  }

  if (!account.hasPassword)
    return <p>You sign in with Google, so Google’s own two-step verification protects this account.</p>
  return (
    <div className="grid justify-items-start gap-4">
      {account.twoFactorEnabled ? (
        <>
          <p>
            <Chip look="success">On</Chip> After your password, we ask for a code from your authenticator app.
          </p>
          <div className="flex flex-wrap gap-2">
            <button type="button" className="btn btn-outline" onClick={() => setOpen('codes')}>
              New recovery codes
            </button>
            <button type="button" className="btn btn-ghost text-error" onClick={() => setOpen('off')}>
              Turn off
            </button>
          </div>
        </>
      ) : (
        <>
          <p>
            When this is on, we also ask for a code from an app on your phone, so a stolen password alone is
            not enough.
          </p>
          <button type="button" className="btn btn-outline" onClick={() => setOpen('on')}>
            Turn on two-step sign-in
          </button>
        </>
      )}
      {account.google && (
        <p className="text-quiet text-sm">
          When you sign in with Google, Google’s own two-step verification applies instead.
        </p>
      )}
      {open === 'on' && (
        <SetUpTwoStep email={email} onCancel={close} onDone={() => done('Two-step sign-in is on')} />
      )}
      {open === 'off' && (
        <Modal title="Turn off two-step sign-in?" onCancel={close}>
          <p className="mb-4">After that, your password alone will be enough to log in.</p>
          <PasswordPrompt
            email={email}
            submitLabel="Turn off"
            danger
            onPassword={async (password) => {
              await ownAccount.endTwoStep(password)
              done('Two-step sign-in is off')
            }}
            onCancel={close}
          />
        </Modal>
      )}
      {open === 'codes' && <NewRecoveryCodes email={email} onClose={close} />}
    </div>
  )
}

function NewRecoveryCodes({ email, onClose }: { email: string; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Modal
      title={codes ? 'Your new recovery codes' : 'New recovery codes'}
      {...(codes && { closeQuestion: CODES_SAVED })}
      onCancel={onClose}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={onClose} />
      ) : (
        <>
          <p className="mb-4">Your current codes will stop working.</p>
          <PasswordPrompt
            email={email}
            submitLabel="Generate new codes"
            onPassword={async (password) => setCodes(await ownAccount.newRecoveryCodes(password))}
            onCancel={onClose}
          />
        </>
      )}
    </Modal>
  )
}

import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { withReturn } from '../../session/return-path.ts'
import { type AuthUser, signOut } from '../../session/session.ts'
import { Modal } from '../../ui/modals/modal.tsx'
import { ModalButtons } from '../../ui/modals/modal-buttons.tsx'
import { toast } from '../../ui/page/toasts.tsx'
import { PasswordPrompt } from './password-prompt.tsx'

type DeleteAccountProps = { user: AuthUser; hasPassword: boolean; onCancel: () => void }

export function DeleteAccount({ user, hasPassword, onCancel }: DeleteAccountProps) {
  const navigate = useNavigate()
  const remove = async (password?: string) => {
    await api.deleteAccount({ body: { password } })
    // First away: this page would lead to the login page.
    await navigate('/', { replace: true })
    await signOut()
    toast.success('Your account was deleted')
  }

  return (
    <Modal title="Delete your account?" onCancel={onCancel}>
      <p className="mb-4">
        Your profile, reviews and sign-in will be deleted, and so will unpaid orders. The shop keeps paid
        orders for its records. You cannot undo this.
      </p>
      {hasPassword ? (
        <PasswordPrompt
          email={user.email}
          submitLabel="Delete my account"
          danger
          onPassword={remove}
          onCancel={onCancel}
        />
      ) : (
        <FreshSignIn onConfirm={() => remove()} onCancel={onCancel} />
      )}
    </Modal>
  )
}

/** In place of a password: a sign-in of the last minutes, which the server checks. */
function FreshSignIn({ onConfirm, onCancel }: { onConfirm: () => Promise<void>; onCancel: () => void }) {
  const navigate = useNavigate()
  const { busy, onSubmit, problem } = useSubmit(onConfirm)
  const signInAgain = async () => {
    await signOut()
    await navigate(withReturn('/login', '/dashboard/profile'))
  }

  return (
    <form method="post" onSubmit={onSubmit} className="grid gap-4">
      <div role="alert" className="empty:hidden">
        {problem && (
          <>
            <p className="mb-2 text-error">{problem}</p>
            <button type="button" className="btn btn-sm btn-outline" onClick={signInAgain}>
              Log in again
            </button>
          </>
        )}
      </div>
      <ModalButtons busy={busy} danger onCancel={onCancel}>
        Delete my account
      </ModalButtons>
    </form>
  )
}

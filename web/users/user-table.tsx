import type { User } from '#contract/users.ts'
import { Chip } from '../ui/chip.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { type Column, ResponsiveTable } from '../ui/responsive-table.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'

type Act = (user: User) => Promise<void>
type Actions = { onPromote: Act; onRemove: Act }

type UserTableProps = { users: User[]; ownEmail: string } & Actions

export function UserTable({ users, ownEmail, ...actions }: UserTableProps) {
  const columns: Column<User>[] = [
    {
      label: 'Email',
      kind: 'title',
      share: 3,
      show: ({ email }) => (
        <>
          <Copyable>{email}</Copyable>
          {email === ownEmail && <span className="font-normal text-quiet"> (you)</span>}
        </>
      ),
    },
    { label: 'Name', share: 2, show: ({ name }) => name },
    {
      label: 'Role',
      show: ({ role }) => (role === 'admin' ? <Chip look="success">admin</Chip> : 'customer'),
    },
    { label: 'Actions', kind: 'actions', show: (user) => <UserActions user={user} {...actions} /> },
  ]
  return <ResponsiveTable label="Users" columns={columns} rows={users} />
}

function UserActions({ user, onPromote, onRemove }: { user: User } & Actions) {
  const [promote, promoting] = useSingleFlight(() => onPromote(user))
  const [remove, removing] = useSingleFlight(() => onRemove(user))
  return (
    <>
      {user.role !== 'admin' && (
        <button type="button" className="btn btn-sm btn-outline" aria-disabled={promoting} onClick={promote}>
          Make admin <span className="sr-only">of {user.email}</span>
        </button>
      )}
      <button type="button" className="btn btn-sm btn-ghost" aria-disabled={removing} onClick={remove}>
        Remove <span className="sr-only">{user.email}</span>
      </button>
    </>
  )
}

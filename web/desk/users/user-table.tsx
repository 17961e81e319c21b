import type { ListedUser } from '#contract/people/users.ts'
import { Chip } from '../../ui/chip.tsx'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'
import { type Column, ResponsiveTable } from '../../ui/responsive-table.tsx'

type Act = (user: ListedUser) => Promise<void>
type Actions = { onPromote: Act; onRemove: Act }

/** `isDoubtful`: whether it matters that nobody has confirmed the user's address. */
type UserTableProps = {
  users: ListedUser[]
  ownEmail: string
  isDoubtful: (user: ListedUser) => boolean
} & Actions

export function UserTable({ users, ownEmail, isDoubtful, ...actions }: UserTableProps) {
  const columns: Column<ListedUser>[] = [
    {
      label: 'Email',
      kind: 'title',
      share: 3,
      show: (user) => (
        <>
          <div id={emailIdOf(user)}>
            <Copyable>{user.email}</Copyable>
          </div>
          {isDoubtful(user) && <p className="font-normal text-quiet text-sm">Not confirmed</p>}
        </>
      ),
    },
    { label: 'Name', share: 2, show: ({ name }) => name },
    {
      label: 'Role',
      show: ({ role }) => (role === 'admin' ? <Chip look="success">admin</Chip> : <Chip>customer</Chip>),
    },
    {
      label: 'Actions',
      kind: 'actions',
      // Nobody can remove themselves.
      show: (user) =>
        user.email === ownEmail ? (
          <span className="inline-flex min-h-8 items-center text-quiet">You</span>
        ) : (
          <UserActions user={user} {...actions} />
        ),
    },
  ]
  return <ResponsiveTable label="Users" columns={columns} rows={users} />
}

/** The id of the element that names a user, for buttons that do not. */
const emailIdOf = ({ _id }: ListedUser) => `user-${_id}`

function UserActions({ user, onPromote, onRemove }: { user: ListedUser } & Actions) {
  const [promote, promoting] = useSingleFlight(() => onPromote(user))
  const [remove, removing] = useSingleFlight(() => onRemove(user))
  return (
    <>
      {user.role !== 'admin' && (
        <button
          type="button"
          className="btn btn-sm"
          aria-disabled={promoting}
          aria-describedby={emailIdOf(user)}
          onClick={promote}
        >
          Make admin
        </button>
      )}
      <button
        type="button"
        className="btn btn-sm btn-ghost"
        aria-disabled={removing}
        aria-describedby={emailIdOf(user)}
        onClick={remove}
      >
        Remove
      </button>
    </>
  )
}

import type { User } from '#contract/users.ts'
import { useOnce } from '../ui/use-once.ts'

type Actions = { onPromote: (user: User) => Promise<void>; onRemove: (user: User) => Promise<void> }

export function UserTable({ users, ...actions }: { users: User[] } & Actions) {
  return (
    <table className="table-cards">
      <thead>
        <tr>
          <th>E-mail</th>
          <th>Name</th>
          <th>Role</th>
          <th>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user._id} user={user} {...actions} />
        ))}
      </tbody>
    </table>
  )
}

function UserRow({ user, onPromote, onRemove }: { user: User } & Actions) {
  const [promote, promoting] = useOnce(() => onPromote(user))
  const [remove, removing] = useOnce(() => onRemove(user))
  return (
    <tr>
      <td data-label="E-mail">{user.email}</td>
      <td data-label="Name">{user.name}</td>
      <td data-label="Role">{user.role === 'admin' ? <strong>admin</strong> : 'customer'}</td>
      <td className="row-actions">
        {user.role !== 'admin' && (
          <button
            type="button"
            className="btn btn-sm btn-outline"
            aria-disabled={promoting}
            onClick={promote}
          >
            Make admin <span className="sr-only">of {user.email}</span>
          </button>
        )}
        <button
          type="button"
          className="btn btn-sm btn-ghost text-error"
          aria-disabled={removing}
          onClick={remove}
        >
          Remove <span className="sr-only">{user.email}</span>
        </button>
      </td>
    </tr>
  )
}

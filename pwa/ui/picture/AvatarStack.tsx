import { Avatar } from './Avatar.tsx'
import css from './AvatarStack.module.css'

/** A few overlapping avatars. The text beside it gives their number. */
export function AvatarStack({ users }: { users: { id: string; src: string | null }[] }) {
  return (
    <span className={css.stack}>
      {users.map(({ id, src }) => (
        <Avatar key={id} src={src} size="xs" />
      ))}
    </span>
  )
}

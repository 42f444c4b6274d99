import { note } from './notes.ts'

const KEY = 'room.email'

/** The member's mail address as this tab last heard it: typed on the way in, or of who is here. Gone at logout. */
export const typedEmail = {
  read: () => note.read(KEY) ?? '',
  write: (email: string) => note.write(KEY, email),
}

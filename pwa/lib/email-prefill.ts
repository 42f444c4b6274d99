import { safeSessionStorage } from './safe-storage.ts'

const KEY = 'room.email'

/** The member's mail address as this tab last heard it: typed on the way in, or of who is here. Gone at logout. */
export const emailPrefill = {
  read: () => safeSessionStorage.read(KEY) ?? '',
  write: (email: string) => safeSessionStorage.write(KEY, email),
}

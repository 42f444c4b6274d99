import { safeSessionStorage } from '../safe-storage.ts'

const KEY = 'room.email'

/** The email address for login forms: as last typed, or of the logged-in user. Deleted at logout. */
export const emailPrefill = {
  read: () => safeSessionStorage.read(KEY) ?? '',
  write: (email: string) => safeSessionStorage.write(KEY, email),
}

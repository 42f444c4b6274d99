import { safeSessionStorage } from '../safe-storage.ts'

/** The typed values. `emptied`: the fields that the user cleared, so that an empty value does not mean "unchanged". */
type DraftValues<V> = Partial<V> & { emptied?: (keyof V & string)[] }
export type DraftKind =
  | 'event'
  | 'ticket'
  | 'thread'
  | 'room'
  | 'profile'
  | 'news'
  | 'help'
  | 'legal'
  | 'announcement'
  | 'bannedWord'
  | 'comment'
  | 'disclosure'
  | 'emailChange'
  | 'entrant'
  | 'fee'
  | 'feedback'
  | 'gate'
  | 'lottery'
  | 'inquiry'
  | 'message'
  | 'moveCode'
  | 'passkey'
  | 'promotion'
  | 'purchase'
  | 'reason'
  | 'recipient'
  | 'paper'
  | 'report'
  | 'seller'
  | 'signUp'
  | 'siteNotice'
  | 'staff'
  | 'stamp'
  | 'streamSource'
  | 'takedown'
  | 'talk'
  | 'talkSetting'
  | 'unsentMessage'
  | 'unsentTalk'
  | 'userName'
  | 'addressee'

/** The draft of a form in sessionStorage. It survives a reload, and only the same user finds it again. */
export function formDraft<V extends object>(kind: DraftKind, user: string, id: string | null) {
  const key = `room.${kind}.${user}.${id ?? 'new'}`
  return {
    key,
    read(): DraftValues<V> {
      try {
        // Written by `write` below, in this tab.
        return JSON.parse(safeSessionStorage.read(key) ?? '{}') as DraftValues<V>
      } catch {
        return {} // not written by this code
      }
    },
    write: (values: DraftValues<V>) => safeSessionStorage.write(key, JSON.stringify(values)),
    remove: () => safeSessionStorage.remove(key),
  }
}

/** Deletes all drafts, the prefilled email address and an opened purchase, at the end of a session. */
export function clearFormDrafts() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (/^room\.(email$|buying$|\w+\.)/.test(key)) sessionStorage.removeItem(key)
  } catch {
    // storage is not available
  }
}

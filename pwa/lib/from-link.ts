import { LINK_NAME } from '#contract/shared/limits.ts'
import { safeSessionStorage } from './safe-storage.ts'

/** The parameter by which an owner names a link, for example by the network on which it is posted. */
export const FROM = 'from'
const keyOf = (room: string) => `room.from.${room}`
export const roomIn = (path: string) => /^\/community\/([^/?#]+)/.exec(path)?.[1]

/** The link by which this tab came to a room, for the purchases there. It names the link, not the person. */
export const fromLink = {
  /** Call it for every page. */
  note(pathname: string, search: string) {
    const room = roomIn(pathname)
    const link = new URLSearchParams(search).get(FROM)
    if (room && link && LINK_NAME.test(link)) safeSessionStorage.write(keyOf(room), link)
  },
  of: (room: string): string | undefined => safeSessionStorage.read(keyOf(room)) ?? undefined,
}

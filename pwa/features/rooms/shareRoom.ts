import { paths } from '#pwa/lib/paths.ts'
import { shareUrl } from '#pwa/lib/share.ts'

/** What a room is shared by: its id, which is its owner's name, and how the owner is called. */
export interface SharedRoom {
  id: string
  owner: { display_name: string }
}

/** The site's root and the handle. */
export const roomUrl = (id: string) => new URL(paths.profile(id), location.href).href

export const shareRoom = ({ id, owner }: SharedRoom) =>
  shareUrl({
    title: owner.display_name,
    text: `${owner.display_name}'s room`,
    url: roomUrl(id),
  })

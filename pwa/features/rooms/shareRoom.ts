import { paths } from '#pwa/lib/paths.ts'
import { absoluteUrl, shareUrl } from '#pwa/lib/share.ts'

/** The data needed to share a room: its id (the owner's name) and the owner's display name. */
export interface SharedRoom {
  id: string
  owner: { display_name: string }
}

/** The site's URL followed by the handle. */
export const roomUrl = (id: string) => absoluteUrl(paths.profile(id))

export const shareRoom = ({ id, owner }: SharedRoom) =>
  shareUrl({
    title: owner.display_name,
    text: `${owner.display_name}'s room`,
    url: roomUrl(id),
  })

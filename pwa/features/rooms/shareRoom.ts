import type { Room } from '#contract/rooms.ts'
import { paths } from '#pwa/lib/paths.ts'
import { shareUrl } from '#pwa/lib/share.ts'

export const shareRoom = ({ id, owner }: Room) =>
  shareUrl({
    title: owner.display_name,
    text: `${owner.display_name}'s room`,
    url: new URL(paths.profile(id), location.href).href,
  })

import type { Room } from '#contract/rooms.ts'
import { paths } from '#pwa/lib/paths.ts'

/** The more menu: four items of help for all, edit and delete before them for the owner. */
export function othersOf(room: Room) {
  const help = [
    { label: 'ルームの電子チケット', icon: 'ticket', to: paths.roomTickets(room.id) },
    { label: 'ヘルプ', icon: 'help', to: paths.help },
    { label: 'お支払いについて', icon: 'card', to: paths.helpPayment },
    { label: '利用規約', icon: 'info', to: paths.terms },
  ] as const
  const owner = [
    { label: 'ルームを編集', icon: 'pen', to: paths.myRoom },
    { label: 'ルームを削除', icon: 'trash', danger: true, to: paths.myRoom },
  ] as const
  return room.is_owner ? [...owner, ...help] : [...help]
}

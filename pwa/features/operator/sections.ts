import { paths } from '#pwa/lib/paths.ts'
import type { IconName } from '#pwa/ui/icon-names.ts'

export interface DeskSection {
  to: string
  label: string
  icon: IconName
  note: string
}

/** The operator's pages, those that are needed daily first. */
export const deskSections: DeskSection[] = [
  { to: paths.adminUsers, label: 'ユーザー', icon: 'users', note: 'さがす・停止・公式バッジ' },
  { to: paths.adminRooms, label: 'ルーム', icon: 'room', note: 'さがす・停止と解除' },
  {
    to: paths.adminWords,
    label: '使えない言葉',
    icon: 'block',
    note: 'トークや名前などに書けない言葉',
  },
  {
    to: paths.adminAudit(),
    label: '操作の記録',
    icon: 'archive',
    note: 'だれが、いつ、何をしたか',
  },
]

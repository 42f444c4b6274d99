import type { IconName } from '#pwa/ui/icon-names.ts'
import { adminPaths } from './admin-paths.ts'

export interface AdminSection {
  to: string
  label: string
  icon: IconName
  note: string
}

/** The admin's pages, the most used first. */
export const adminSections: AdminSection[] = [
  { to: adminPaths.reports, label: '通報', icon: 'flag', note: '届いた通報の確認と判断' },
  { to: adminPaths.takedowns, label: '削除依頼', icon: 'shield', note: '権利侵害の申告への対応' },
  {
    to: adminPaths.disclosures,
    label: '開示請求',
    icon: 'idcard',
    note: '販売者が答えていない請求',
  },
  { to: adminPaths.users, label: 'ユーザー', icon: 'users', note: 'さがす・停止・公式バッジ' },
  { to: adminPaths.rooms, label: 'ルーム', icon: 'room', note: 'さがす・停止と解除' },
  {
    to: adminPaths.words,
    label: '使えない言葉',
    icon: 'block',
    note: 'トークや名前などに書けない言葉',
  },
  { to: adminPaths.money, label: 'お金', icon: 'yen', note: 'お支払い、返金、帳簿、手数料' },
  { to: adminPaths.health, label: 'システムの状態', icon: 'chart', note: 'サーバー、失敗した処理' },
  {
    to: adminPaths.news,
    label: 'お知らせ',
    icon: 'newspaper',
    note: '下書き、予約、公開、取り消し',
  },
  {
    to: adminPaths.help(),
    label: 'ヘルプ',
    icon: 'help',
    note: 'よくある質問と答え',
  },
  {
    to: adminPaths.texts,
    label: '規約など',
    icon: 'idcard',
    note: '版の管理、公開日、再同意',
  },
  {
    to: adminPaths.switches,
    label: '機能の切り替え',
    icon: 'settings',
    note: '受付の休止と、お知らせの帯',
  },
  {
    to: adminPaths.audit(),
    label: '操作の記録',
    icon: 'archive',
    note: 'だれが、いつ、何をしたか',
  },
]

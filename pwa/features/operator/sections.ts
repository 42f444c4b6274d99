import type { IconName } from '#pwa/ui/icon-names.ts'

interface Section {
  /** Its path below `/admin`. */
  name: string
  label: string
  icon: IconName
  note: string
  /** Further segments of its path. */
  rest?: string
  wide?: boolean
}

const SECTIONS = [
  { name: 'reports', label: '通報', icon: 'flag', note: '届いた通報の確認と判断' },
  { name: 'takedowns', label: '削除依頼', icon: 'shield', note: '権利侵害の申告への対応' },
  { name: 'disclosures', label: '開示請求', icon: 'idcard', note: '販売者が答えていない請求' },
  { name: 'users', label: 'ユーザー', icon: 'users', note: 'さがす・停止・公式バッジ' },
  { name: 'rooms', label: 'ルーム', icon: 'room', note: 'さがす・停止と解除' },
  { name: 'words', label: '使えない言葉', icon: 'block', note: 'トークや名前などに書けない言葉' },
  { name: 'money', label: '入出金', icon: 'yen', note: 'お支払い、返金、帳簿、手数料', wide: true },
  { name: 'health', label: 'システムの状態', icon: 'chart', note: 'サーバー、失敗した処理' },
  { name: 'news', label: 'お知らせ', icon: 'newspaper', note: '下書き、予約、公開、取り消し' },
  { name: 'help', label: 'ヘルプ', icon: 'help', note: 'よくある質問と答え', rest: '/:topic?' },
  { name: 'texts', label: '規約・表記', icon: 'idcard', note: '版の管理、公開日、再同意' },
  {
    name: 'switches',
    label: '機能の停止・再開',
    icon: 'settings',
    note: '受付の休止と、お知らせバナー',
  },
  { name: 'audit', label: '操作の記録', icon: 'archive', note: '誰が、いつ、何をしたか' },
] as const satisfies readonly Section[]

export type SectionName = (typeof SECTIONS)[number]['name']
export interface AdminSection extends Section {
  name: SectionName
  to: string
}

/**
 * The admin's pages, the most used first: routes, menus, titles and the end-to-end test of all pages are made from this
 * table.
 */
export const adminSections: AdminSection[] = SECTIONS.map((section) => ({
  ...section,
  to: `/admin/${section.name}`,
}))

/** Routes of single objects, below `/admin`. */
export const adminDetails = [
  'reports/:id',
  'takedowns/:id',
  'users/:name',
  'rooms/:name',
  'news/new',
  'news/:slug',
  'texts/:slug',
] as const
export type AdminDetail = (typeof adminDetails)[number]

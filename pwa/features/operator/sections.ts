import type { IconName } from '#pwa/ui/icon-names.ts'

interface Section {
  /** Its path below `/admin`. */
  name: string
  label: string
  icon: IconName
  /** Further segments of its path. */
  rest?: string
  wide?: boolean
}

const SECTIONS = [
  { name: 'reports', label: '通報', icon: 'flag' },
  { name: 'takedowns', label: '削除依頼', icon: 'shield' },
  { name: 'disclosures', label: '開示請求', icon: 'idcard' },
  { name: 'users', label: 'ユーザー', icon: 'users' },
  { name: 'rooms', label: 'ルーム', icon: 'room' },
  { name: 'words', label: '使えない言葉', icon: 'block' },
  { name: 'money', label: '入出金', icon: 'yen', wide: true },
  { name: 'health', label: 'システムの状態', icon: 'chart' },
  { name: 'news', label: 'お知らせ', icon: 'newspaper' },
  { name: 'help', label: 'ヘルプ', icon: 'help', rest: '/:topic?' },
  { name: 'texts', label: '規約・表記', icon: 'idcard' },
  {
    name: 'switches',
    label: '機能の停止・再開',
    icon: 'settings',
  },
  { name: 'audit', label: '操作の記録', icon: 'archive' },
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

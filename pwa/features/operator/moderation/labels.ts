import { REPORT_KINDS, type ReportKind } from '#contract/reports/calls.ts'

export const kindLabels: Record<ReportKind, string> = {
  room: 'ルーム',
  event: 'イベント',
  thread: 'スレッド',
  comment: 'コメント',
  talk: 'トークの書き込み',
  message: 'メッセージ',
  user: 'プロフィール',
}
export const kindChoices = REPORT_KINDS.map((value) => ({ value, label: kindLabels[value] }))

/** The labels of the parts of kept evidence. */
const PARTS: Record<string, string> = {
  title: 'タイトル',
  display_name: '表示名',
  name: 'ユーザー名',
  text: '本文',
  message: '書き込み',
  about: '説明',
}
export const partsOf = (evidence: Record<string, string | null>) =>
  Object.entries(PARTS).flatMap(([part, term]) => {
    const value = evidence[part]
    return value ? [{ term, value }] : []
  })

import { REPORT_KINDS, type ReportKind } from '#contract/reports.ts'

export const kindWords: Record<ReportKind, string> = {
  room: 'ルーム',
  event: 'イベント',
  thread: 'スレッド',
  comment: 'コメント',
  talk: 'トークの発言',
  message: 'メッセージ',
  user: 'プロフィール',
}
export const kindChoices = REPORT_KINDS.map((value) => ({ value, label: kindWords[value] }))

/** What was kept of a thing, by the name of each part. */
const PARTS: Record<string, string> = {
  title: 'タイトル',
  display_name: '表示名',
  name: 'ユーザー名',
  text: '本文',
  message: '発言',
  about: '説明',
}
export const partsOf = (evidence: Record<string, string | null>) =>
  Object.entries(PARTS).flatMap(([part, term]) => {
    const value = evidence[part]
    return value ? [{ term, value }] : []
  })

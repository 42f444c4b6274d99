/** Page titles that differ from their subject, by route; used by the server and the browser. */
export const PAGE_NAMES = {
  '/signup': '新規登録',
  '/companion': '同行者のチケット',
  '/gate': '受付',
  '/takedown': '削除依頼',
  '/beginners/owner': 'あなたのルームを開きませんか',
  '/404': 'ページが見つかりませんでした',
  '/help': 'ヘルプ',
  '/help/payment': 'お支払いのヘルプ',
  '/help/other': 'そのほかのヘルプ',
  '/login': 'ログイン',
  '/reset_password': 'パスワードの再設定',
  '/news': 'お知らせ',
  '/community/:roomid/event': 'イベント',
  '/community/:roomid/e_ticket': '電子チケット',
  '/community/:roomid/talk': 'トーク',
  '/community/:roomid/seller': '特定商取引法に基づく表記',
} as const

export const nameOf = (pattern: string): string | undefined =>
  Object.entries(PAGE_NAMES).find(([route]) => route === pattern)?.[1]

/** What somebody looks for: words, a tag, or both; empty: nothing. */
export const soughtOf = ({ terms, tag }: { terms: string; tag: string | null }) =>
  [terms && `「${terms}」`, tag && `#${tag}`].filter(Boolean).join(' ')

/** The title of the results page; without words and tag it is the search page. */
export function resultsName(filter: { terms: string; tag: string | null }): string {
  const sought = soughtOf(filter)
  return sought ? `${sought}の検索結果` : 'さがす'
}

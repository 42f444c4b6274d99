/** Pages that are called otherwise than what they are about, by their route: written out on the server, and here. */
export const PAGE_NAMES = {
  '/404': 'ページが見つかりませんでした',
  '/help': 'ヘルプ',
  '/help/payment': 'お支払いのヘルプ',
  '/help/other': 'そのほかのヘルプ',
  '/news': 'お知らせ',
  '/community/:roomid/event': 'イベント',
  '/community/:roomid/e_ticket': '電子チケット',
  '/community/:roomid/talk': 'トーク',
  '/community/:roomid/seller': '特定商取引法に基づく表記',
} as const

export const nameOf = (pattern: string): string | undefined =>
  Object.entries(PAGE_NAMES).find(([route]) => route === pattern)?.[1]

/** Of a search; without words one is about to. */
export const resultsName = (words: string) => (words ? `「${words}」の検索結果` : 'さがす')

/** What kind of work it was, for people who have not read the code; others go by their own name. */
export const topicWords: Record<string, string> = {
  mail: 'メールの送信',
  refund: '返金',
  'fee-back': '手数料の返金',
  'payment-notice': '決済会社からの知らせ',
  tell: 'アプリのお知らせ',
  announce: 'ルームからの一斉メッセージ',
  'room-news': 'ルームの新着のお知らせ',
  'room-close': 'ルームの閉鎖',
  'event-remind': 'イベント前のお知らせ',
  'event-moved': '日時変更のお知らせ',
  'event-cancel': 'イベントの中止',
  'entry-remind': '入場前のお知らせ',
  'digital-ticket-cancel': '電子チケットの中止',
  'archive-delete': 'アーカイブの削除',
  reconcile: '決済会社との照合',
  'seller-stopped': '収益化の停止のお知らせ',
}

export const jobWords: Record<string, string> = {
  payments: '支払いの確認',
  reminders: '開始前のお知らせ',
  sellers: 'オーナーの口座と振込',
  notices: '決済会社の記録の取り込み',
  files: '不要なファイルの片づけ',
  letters: '期限の過ぎたメールの片づけ',
  purge: '期限の過ぎた記録の削除',
  recordings: '録画の片づけ',
  reconcile: '決済会社との照合',
  recount: '人数などの数え直し',
}

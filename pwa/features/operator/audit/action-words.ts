import type { OperatorAction } from '#contract/operator/audit.ts'

/** What an operator did, as the record tells it. */
export const actionWords: Record<OperatorAction, string> = {
  'desk.open': '運営デスクを開いた',
  'operator.appoint': '運営に加えた',
  'operator.dismiss': '運営から外した',
  'news.create': 'お知らせを作成した',
  'news.change': 'お知らせを編集した',
  'news.publish': 'お知らせを公開した',
  'news.withdraw': 'お知らせの公開を取り消した',
  'news.delete': 'お知らせの下書きを削除した',
  'help.change': 'ヘルプを編集した',
  'help.restore': 'ヘルプを元に戻した',
  'text.draft': '規約などの下書きを保存した',
  'text.discard': '規約などの下書きを破棄した',
  'text.publish': '規約などの新しい版を公開した',
  'text.call_off': '規約などの公開の予定を取り消した',
  'switch.turn': '機能の受付を切り替えた',
  'band.set': 'お知らせの帯を変えた',
  'payment.refund': '返金した',
  'refund.retry': '返金をやり直した',
  'work.retry': '止まった処理をやり直した',
}

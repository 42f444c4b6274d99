import type { OperatorAction } from '#contract/operator/audit.ts'

/** What an operator did, as the record tells it. */
export const actionWords: Record<OperatorAction, string> = {
  'desk.open': '運営デスクを開いた',
  'operator.appoint': '運営に加えた',
  'operator.dismiss': '運営から外した',
  'report.uphold': '通報を認めた',
  'report.dismiss': '通報を問題なしとした',
  'report.reverse': '通報への判断を取り消した',
  'disclosure.remind': '開示請求への回答を催促した',
  'disclosure.disclose': '販売者情報を代わりに開示した',
  'disclosure.decline': '開示請求を代わりに断った',
  'takedown.inquire': '削除依頼を投稿者に照会した',
  'takedown.accept': '削除依頼を認めた',
  'takedown.decline': '削除依頼を断った',
  'takedown.reverse': '削除依頼への判断を取り消した',
  'payment.refund': '返金した',
  'refund.retry': '返金をやり直した',
  'work.retry': '止まった処理をやり直した',
  'user.suspend': 'ユーザーを停止した',
  'user.restore': 'ユーザーの停止を解除した',
  'user.official': '公式バッジを変えた',
  'room.suspend': 'ルームを停止した',
  'room.restore': 'ルームの停止を解除した',
  'word.add': '使えない言葉を加えた',
  'word.remove': '使えない言葉を外した',
}

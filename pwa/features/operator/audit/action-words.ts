import type { OperatorAction } from '#contract/operator/audit.ts'

/** What an operator did, as the record tells it. */
export const actionWords: Record<OperatorAction, string> = {
  'desk.open': '運営デスクを開いた',
  'operator.appoint': '運営に加えた',
  'operator.dismiss': '運営から外した',
  'user.suspend': 'ユーザーを停止した',
  'user.restore': 'ユーザーの停止を解除した',
  'user.official': '公式バッジを変えた',
  'room.suspend': 'ルームを停止した',
  'room.restore': 'ルームの停止を解除した',
  'word.add': '使えない言葉を加えた',
  'word.remove': '使えない言葉を外した',
}

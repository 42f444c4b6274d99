import type { SwitchName } from '#contract/site/switches.ts'
import type { PartName } from '#contract/status/calls.ts'

/** What each switch pauses, and what goes on. */
export const switchLabels: Record<SwitchName, { label: string; note: string }> = {
  sign_up: { label: '新規登録', note: '登録済みの方のログインは、そのまま続きます' },
  purchase: { label: 'お支払い', note: '始まっているお支払い、返金、お持ちのチケットは続きます' },
  new_room: { label: 'ルームの開設', note: 'すでにあるルームは、そのまま続きます' },
  live: { label: '配信の開始', note: '始まっている配信と見逃し配信は続きます' },
  message: { label: 'メッセージの送信', note: '届いたメッセージは読めます' },
  social_login: { label: 'ほかのサービスでのログイン', note: 'パスワードとパスキーは使えます' },
  notification: {
    label: 'プッシュ通知',
    note: '休止中の通知は、あとからは送られません。メールは続きます',
  },
}

export const partLabels: Record<PartName, string> = {
  database: 'データの保存',
  payments: '決済会社との通信',
  mail: 'メールの送信',
  streams: '配信の受信',
}

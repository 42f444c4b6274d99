import type { SwitchName } from './switches.ts'

/** Messages for features that operators have paused. */
export const PAUSED: Record<SwitchName, string> = {
  sign_up: 'ただいま、新規登録の受付を休止しています。再開まで、しばらくお待ちください。',
  purchase:
    'ただいま、お支払いの受付を休止しています。お持ちのチケットや参加中のルームは、そのままご利用いただけます。',
  new_room: 'ただいま、新しいルームの開設を休止しています。再開まで、しばらくお待ちください。',
  live: 'ただいま、新しい配信の開始を休止しています。始まっている配信は、そのまま続きます。',
  message: 'ただいま、メッセージの送信を休止しています。届いたメッセージは、お読みいただけます。',
  social_login:
    'ただいま、ほかのサービスのアカウントでのログインを休止しています。パスワードかパスキーをお使いください。',
  notification: 'ただいま、プッシュ通知を休止しています。大切なお知らせは、メールでお送りします。',
}

/** For users who have not accepted the current texts: they cannot start anything new. */
export const CONSENT_NEEDED =
  '利用規約またはプライバシーポリシーが新しくなりました。内容をご確認のうえ、同意してください。'
/** The text was replaced while it was read. */
export const CONSENT_OLD = '内容が新しくなりました。画面を読み込み直して、もう一度ご確認ください。'

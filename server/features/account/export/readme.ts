import { longMoment } from '#contract/lib/japan-time.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'

/** The parts of an export; each becomes a file of that name. */
export const FILES = {
  profile: {
    name: 'プロフィール',
    says: '登録した内容、自己紹介、リンク、公開の設定、以前のユーザー名',
  },
  settings: { name: '設定', says: '通知の設定、開始前に通知を受け取るイベント' },
  notifications: { name: '通知', says: '届いた通知の種類と日時（90日分）' },
  devices: {
    name: '端末',
    says: 'ログインした端末、通知を受け取る端末、パスキー、ほかのサービスでのログイン',
  },
  follows: { name: 'フォロー', says: 'フォローしている人、フォローされている人' },
  memberships: { name: '参加したルーム', says: 'ルームへの参加、スタッフの役割、受け付けた入口' },
  threads: { name: 'スレッド', says: '投稿したスレッドと、付けたファイルの場所' },
  comments: { name: 'コメントとリアクション', says: 'スレッドへのコメントとリアクション' },
  messages: { name: 'メッセージ', says: 'あなたが書いたメッセージと、メンバーへの連絡' },
  talk: { name: 'トーク', says: 'イベントのトークへの書き込み' },
  payments: { name: 'お支払い', says: 'お支払い、返金、領収書の番号、登録したカードの下4桁' },
  tickets: {
    name: 'チケット',
    says: '視聴チケット、入場チケット、譲渡の記録、配信を視聴した時間（分）',
  },
  feedback: { name: 'ご意見と通報', says: '送っていただいたご意見と通報' },
  room: {
    name: 'ルームと売上',
    says: '開いたルーム、イベント、電子チケット、売上と振込（ルームをお持ちの方のみ）',
  },
} as const
export type Section = keyof typeof FILES

export const startHere = ({
  siteUrl,
  now,
}: {
  siteUrl: string
  now: Date
}) => `${SITE_TITLE}のデータ
${siteUrl}
${longMoment(now)} 時点

このファイルには、あなたが${SITE_TITLE}に登録した内容と、${SITE_TITLE}で作成した内容が入っています。
個人的な内容が含まれます。ほかの人に渡さないよう、大切に保管してください。

${Object.values(FILES)
  .map(({ name, says }) => `${name}.json\n  ${says}`)
  .join('\n')}
領収書/
  お支払いごとの領収書と返金明細書（ブラウザーで開き、印刷できます）
手数料の請求書/
  サービス手数料の請求書と訂正請求書（売上のある方のみ）

・日時は協定世界時（UTC）です。日本時間は、これに9時間を足したものです。
・金額は円（税込）です。
・画像、音声、動画は、書かれている場所（URL）からご覧いただき、保存できます。
・パスワード、カード番号、チケットのコード、端末の鍵は含まれません。
・ほかの人が書いた内容と、購入した人の情報は含まれません。
`

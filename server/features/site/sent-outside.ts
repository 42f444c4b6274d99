import type { Config } from '#server/config/config.ts'

type Row = [to: string, what: string, why: string]

const STRIPE: Row[] = [
  [
    'Stripe, Inc.',
    'カードの情報、IPアドレス、ブラウザーの情報',
    'カードの登録と決済、不正利用の検知（カードの入力欄を開いたときに限ります）',
  ],
  [
    'Stripe, Inc.',
    '本人確認書類の画像、IPアドレス',
    'オーナーの本人確認（画像を選んだときに限ります）',
  ],
]
const PUSH: Row = [
  'お使いのブラウザーのプッシュ通知サービス（Apple、Google、Mozilla など）',
  '通知の宛先、暗号化された通知の内容',
  'プッシュ通知（許可した方に限ります）',
]
const FIREBASE: Row = [
  'Google LLC（Firebase Cloud Messaging）',
  '通知の宛先、通知の内容、IPアドレス、ブラウザーの情報',
  'プッシュ通知（許可した方に限ります）',
]
const CONTENTFUL: Row = [
  'Contentful GmbH（お知らせの画像の配信元）',
  'IPアドレス、ブラウザーの情報',
  'お知らせの画像の表示（お知らせを開いたときに限ります）',
]
const STREAMS: Row = [
  '配信のオーナーが指定する動画の配信元',
  'IPアドレス、ブラウザーの情報',
  '配信の視聴（視聴の画面を開いたときに限ります）',
]

/**
 * Recipients of data sent from users' devices, as required by 電気通信事業法 27-12: rows of a Markdown table for this
 * deployment. Must agree with `security-headers.ts`, which limits the hosts that browsers may reach.
 */
export function sentOutside({
  payments,
  push,
  live,
  contentful,
}: Pick<Config, 'payments' | 'push' | 'live' | 'contentful'>): string {
  const rows = [
    ...(payments.provider === 'stripe' ? STRIPE : []),
    push.firebase ? FIREBASE : PUSH,
    ...(contentful ? [CONTENTFUL] : []),
    ...(live.driver === 'external' ? [STREAMS] : []),
  ]
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

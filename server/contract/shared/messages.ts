import { LINKS_MAX, TERM_MAX_DAYS } from './limits.ts'

export const RETRY_LATER = 'エラーが起こりました。時間を空けて再度お試しください。'
export const UNREACHABLE = '通信できませんでした。接続を確認して、もう一度お試しください。'
export const PAGE_NOT_FOUND = 'ページが見つかりませんでした。'
export const UNKNOWN_MIDDLEWARE = 'Unknown middleware'

/** Fixed by the product: the PWA refreshes its token on the first message, and logs out on the second. */
export const TOKEN_EXPIRED = 'Token has expired'
export const REFRESH_IMPOSSIBLE = 'Token has expired and can no longer be refreshed'

/** Default error messages by status. */
export const STATUS_MESSAGES = {
  400: '送られた内容を読み取れませんでした。',
  401: 'ログインしてください。',
  402: 'お支払いを完了できませんでした。',
  403: 'この操作を行う権限がありません。',
  404: '見つかりませんでした。',
  409: 'すでに処理されています。',
  410: '受付は終了しました。',
  413: 'データが大きすぎます。',
  415: '対応していない形式です。',
  422: '入力内容をご確認ください。',
  429: '操作が多すぎます。しばらくしてからお試しください。',
  500: RETRY_LATER,
  503: '現在ご利用いただけません。しばらくしてからお試しください。',
} as const
export type ErrorStatus = keyof typeof STATUS_MESSAGES
export const KEY_REUSED = '同じ操作が別の内容で送信されました。画面を読み込み直してください。'
export const KEY_IN_USE = '処理中です。しばらくお待ちください。'
export const NOT_SAME_ORIGIN = 'この画面からは操作できません。ページを開き直してください。'
export const CROWDED = 'ただいま大変混み合っています。少し時間を空けて、もう一度お試しください。'
/** For words of the service-wide list. */
export const bannedWord = (field: string) =>
  `${field}に、このサービスでは使えない言葉が含まれています。別の言葉に言いかえてください`

export const IMAGE_UNREADABLE =
  '画像を読み取れませんでした。JPEG・PNG・WebPなどの画像を選んでください'
export const IMAGE_COSTLY =
  '画像が大きすぎて処理できませんでした。縦と横のピクセル数を小さくした画像を選んでください'
export const SMALL_IMAGE_WRONG = '縮小した画像が、元の画像と合いません'
export const TERM_TOO_LONG = `期間は${TERM_MAX_DAYS}日以内で指定してください`
export const KANA_ONLY = 'カタカナで入力してください'
export const LINKS_WRONG = `リンクは${LINKS_MAX.count}件まで登録できます`

/** Labels of the fields that messages name. */
const FIELDS = {
  email: 'メールアドレス',
  password: 'パスワード',
  name: 'ユーザー名',
  display_name: '表示名',
  about: '説明',
  word: '言葉',
  current_password: 'いまのパスワード',
  password_confirmation: 'パスワード（確認）',
  birthY: '年',
  birthM: '月',
  birthD: '日',
  gender: '性別',
  terms: '利用規約',
  text: '本文',
  caption: '字幕',
  title: 'タイトル',
  message: 'メッセージ',
  slow_seconds: 'スローモードの秒数',
  ng_words: 'NGワード',
  category: '種類',
  reason: '理由',
  search: '検索する言葉',
  limit: '件数',
  offset: '開始位置',
  start: '開始日',
  end: '終了日',
  event_id: 'イベント',
  room_id: 'ルーム',
  token: 'カード',
  amount: '金額',
  paymentIntentId: 'お支払い',
  venue: '会場',
  type_name: '券種の名前',
  type_note: '受付でのメモ',
  range: '整理番号の範囲',
  public_key: '端末の鍵',
  invite: '招待',
  size: 'ファイルの大きさ',
  links: 'リンクの名前',
  room_menus: 'リンクの名前',
  tags: 'タグ',
  stamp_name: 'スタンプの名前',
}
export type LabelledField = keyof typeof FIELDS
const isLabelled = (field: string): field is LabelledField => Object.hasOwn(FIELDS, field)
export const fieldName = (field: string) => (isLabelled(field) ? FIELDS[field] : field)
export const required = (field: string) => `${field}を入力してください`
export const malformed = (field: string) => `${field}の形式が正しくありません`
export const tooLong = (field: string, max: number) => `${field}は${max}桁以下でなければなりません`
export const tooShort = (field: string, min: number) => `${field}は${min}文字以上で入力してください`
export const DISPLAY_NAME_NEEDED = '表示名を入力してください'

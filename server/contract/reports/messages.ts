import type { ReportKind } from './calls.ts'

/** Messages about decisions; apart from `messages.ts`, as only the server uses them. */
export const KIND_LABELS: Record<ReportKind, string> = {
  room: 'ルーム',
  event: 'イベント',
  thread: 'スレッド',
  comment: 'コメント',
  talk: 'トークの書き込み',
  message: 'メッセージ',
  user: 'プロフィール',
}
export const DECIDED_BEFORE =
  'ほかの担当者が先に判断しました。画面を読み込み直して、内容をご確認ください。'
export const NOT_DECIDED = 'この判断は、すでに取り消されています。'

const OBJECT =
  'この判断に異議がある場合は、「ご意見を送る」から、このお知らせの日付とともにお送りください。内容をあらためて確認します。'
const why = (reason: string) => `理由：${reason}`
const quoted = (excerpt: string) => (excerpt ? [`「${excerpt}」`] : [])

const GROUNDS = {
  report: '利用規約・ガイドラインにもとづいて',
  takedown: '権利侵害の申告にもとづいて',
}
interface Decided {
  hidden: boolean
  reason: string
  excerpt: string
}
interface Word {
  title: string
  text: string
}
const word = (title: string, ...lines: string[]): Word => ({ title, text: lines.join('\n\n') })

/** To the author. `excerpt`: their own text, to identify it. */
export const authorMessage = (
  kind: ReportKind,
  { cause, hidden, reason, excerpt }: Decided & { cause: 'report' | 'takedown' },
): Word =>
  hidden
    ? word(
        `${KIND_LABELS[kind]}を非表示にしました`,
        `あなたの${KIND_LABELS[kind]}を、${GROUNDS[cause]}非表示にしました。ほかの方からは見えません。`,
        ...quoted(excerpt),
        why(reason),
        OBJECT,
      )
    : word(
        `${KIND_LABELS[kind]}についてのご連絡`,
        `あなたの${KIND_LABELS[kind]}について、${GROUNDS[cause]}対応が必要と判断しました。`,
        ...quoted(excerpt),
        why(reason),
        OBJECT,
      )

export const authorRestored = (kind: ReportKind, { hidden, reason, excerpt }: Decided): Word =>
  word(
    hidden ? `${KIND_LABELS[kind]}を元に戻しました` : '判断を取り消しました',
    hidden
      ? `非表示にしていたあなたの${KIND_LABELS[kind]}を、元に戻しました。`
      : `あなたの${KIND_LABELS[kind]}についての判断を、取り消しました。`,
    ...quoted(excerpt),
    why(reason),
  )

export const reporterMessage = (
  kind: ReportKind,
  { outcome, hidden, reason }: { outcome: 'upheld' | 'dismissed'; hidden: boolean; reason: string },
): Word =>
  word(
    '通報への対応のお知らせ',
    outcome === 'dismissed'
      ? `ご通報いただいた${KIND_LABELS[kind]}を確認し、利用規約・ガイドラインには反していないと判断しました。`
      : hidden
        ? `ご通報いただいた${KIND_LABELS[kind]}を確認し、非表示にしました。`
        : `ご通報いただいた${KIND_LABELS[kind]}を確認し、利用規約・ガイドラインに反していると判断しました。`,
    why(reason),
    'お知らせいただき、ありがとうございました。',
  )

export const reporterReopened = (kind: ReportKind, reason: string): Word =>
  word(
    '通報への対応を見直しています',
    `ご通報いただいた${KIND_LABELS[kind]}への判断を取り消しました。あらためて確認し、結果をお知らせします。`,
    why(reason),
  )

/** To a seller whose request was answered by an operator. */
export const answeredForSeller = (state: 'disclosed' | 'declined', reason: string): Word =>
  word(
    '開示請求に運営が答えました',
    state === 'disclosed'
      ? 'あなたに届いていた販売者情報の開示の請求に、運営が代わりに答えました。登録されている氏名・所在地・電話番号を、請求した方にお知らせしました。'
      : 'あなたに届いていた販売者情報の開示の請求を、運営が代わりに断りました。',
    why(reason),
  )

/** To a room's owner; the email sent with it explains the effects on members and money. */
export const roomTurned = (way: 'suspend' | 'restore', room: string, reason: string): Word =>
  way === 'suspend'
    ? word(
        'ルームを停止しました',
        `運営がルーム「${room}」を停止しました。停止のあいだ、ルームとイベントは公開されず、販売も止まります。`,
        why(reason),
        OBJECT,
      )
    : word(
        'ルームの停止を解除しました',
        `運営がルーム「${room}」の停止を解除しました。ルームとイベントは、停止の前の状態に戻りました。`,
        why(reason),
      )
export const stampRemoved = (name: string, reason: string): Word =>
  word(
    'スタンプを削除しました',
    `運営が、あなたのルームのスタンプ「${name}」を削除しました。トークで送られたものは、名前の表示に変わります。`,
    why(reason),
    OBJECT,
  )
export const badgeTurned = (official_flg: 0 | 1, reason: string): Word =>
  official_flg === 1
    ? word(
        '公式バッジが付きました',
        'お名前の横に、公式バッジが表示されるようになりました。',
        why(reason),
      )
    : word(
        '公式バッジを外しました',
        'お名前の横の公式バッジの表示を終了しました。',
        why(reason),
        OBJECT,
      )
export const REMINDED_LATELY = 'すでに催促しています。次の催促は、1日たってからできます。'

export const TAKEDOWN_ASKED =
  'ご申告を受け付けました。受付番号を記したメールをお送りします。確認の結果も、メールでお知らせします。'
export const TOO_MANY_TAKEDOWNS = 'ご申告が続いています。しばらくしてから、もう一度お試しください。'
export const NOT_OURS = 'このサイトのページのURLを入力してください'
export const NOT_THERE = 'このURLのページが見つかりません。URLをご確認ください'
export const NO_AUTHOR = '照会できる投稿者がいません。'
export const INQUIRED_BEFORE = 'すでに照会しています。'
export const ANSWER_OVER = '回答の期限を過ぎました。'
export const ANSWERED_BEFORE = 'すでに回答いただいているか、対応が終わっています。'

/** To the author of reported content. */
export const authorAsked = (kind: ReportKind, excerpt: string, until: string): Word =>
  word(
    '権利侵害の申告が届いています',
    `あなたの${KIND_LABELS[kind]}について、権利を侵害しているとの申告が届きました。`,
    ...quoted(excerpt),
    `削除に同意するかどうかを、${until}までにお答えください。お送りしたメールのリンクから、申告の内容を見て答えられます。`,
  )
export const authorCleared = (kind: ReportKind, reason: string): Word =>
  word(
    '権利侵害の申告への対応のお知らせ',
    `あなたの${KIND_LABELS[kind]}についての申告を確認し、削除などの対応はしないことになりました。`,
    why(reason),
  )

export const REPORT_OWN = 'ご自身のものは通報できません。'
export const TOO_MANY_REPORTS = '通報が続いています。しばらくしてから、もう一度お試しください。'

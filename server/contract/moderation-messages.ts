import type { ReportKind } from './reports.ts'

/** What people are told of decisions. Apart from `messages.ts`: only the server says them. */
export const KIND_WORDS: Record<ReportKind, string> = {
  room: 'ルーム',
  event: 'イベント',
  thread: 'スレッド',
  comment: 'コメント',
  talk: 'トークの発言',
  message: 'メッセージ',
  user: 'プロフィール',
}
export const DECIDED_BEFORE =
  'ほかの担当者が先に判断しました。画面を読み込み直して、内容をご確認ください。'
export const NOT_DECIDED = 'この判断は、すでに取り消されています。'

const OBJECT =
  'この判断に異議がある場合は、「フィードバック」から、このお知らせの日付とともにお送りください。内容をあらためて確認します。'
const why = (reason: string) => `理由：${reason}`
const quoted = (words: string) => (words ? [`「${words}」`] : [])

interface Word {
  title: string
  text: string
}
const word = (title: string, ...lines: string[]): Word => ({ title, text: lines.join('\n\n') })

/** To whoever made it. `words`: their own, so that they know which it was. */
export const authorTold = (
  kind: ReportKind,
  { hidden, reason, words }: { hidden: boolean; reason: string; words: string },
): Word =>
  hidden
    ? word(
        `${KIND_WORDS[kind]}を非表示にしました`,
        `あなたの${KIND_WORDS[kind]}を、利用規約・ガイドラインにもとづいて非表示にしました。ほかの方からは見えません。`,
        ...quoted(words),
        why(reason),
        OBJECT,
      )
    : word(
        `${KIND_WORDS[kind]}についてのご連絡`,
        `あなたの${KIND_WORDS[kind]}が、利用規約・ガイドラインに反していると判断しました。`,
        ...quoted(words),
        why(reason),
        OBJECT,
      )

export const authorRestored = (
  kind: ReportKind,
  { hidden, reason, words }: { hidden: boolean; reason: string; words: string },
): Word =>
  word(
    hidden ? `${KIND_WORDS[kind]}を元に戻しました` : '判断を取り消しました',
    hidden
      ? `非表示にしていたあなたの${KIND_WORDS[kind]}を、元に戻しました。`
      : `あなたの${KIND_WORDS[kind]}についての判断を、取り消しました。`,
    ...quoted(words),
    why(reason),
  )

export const reporterTold = (
  kind: ReportKind,
  { outcome, hidden, reason }: { outcome: 'upheld' | 'dismissed'; hidden: boolean; reason: string },
): Word =>
  word(
    '通報への対応のお知らせ',
    outcome === 'dismissed'
      ? `ご通報いただいた${KIND_WORDS[kind]}を確認し、利用規約・ガイドラインには反していないと判断しました。`
      : hidden
        ? `ご通報いただいた${KIND_WORDS[kind]}を確認し、非表示にしました。`
        : `ご通報いただいた${KIND_WORDS[kind]}を確認し、利用規約・ガイドラインに反していると判断しました。`,
    why(reason),
    'お知らせいただき、ありがとうございました。',
  )

export const reporterReopened = (kind: ReportKind, reason: string): Word =>
  word(
    '通報への対応を見直しています',
    `ご通報いただいた${KIND_WORDS[kind]}への判断を取り消しました。あらためて確認し、結果をお知らせします。`,
    why(reason),
  )

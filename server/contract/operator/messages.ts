/** For operators. */
export const SUSPEND_SELF = '自分のアカウントは停止できません。'
export const SUSPEND_LAST_OPERATOR = '運営が一人もいなくなるため、このアカウントは停止できません。'
export const SUSPENDED_ALREADY = 'すでに停止しています。画面を読み込み直してください。'
export const NOT_SUSPENDED = '停止していません。画面を読み込み直してください。'
export const PERSON_NOT_FOUND = 'このメールアドレスのアカウントはありません。'
export const WORD_KNOWN = '同じ言葉が、すでに登録されています'
export const WORD_TOO_SHORT = '記号と空白をのぞいて2文字以上で入力してください'
export const wordsFull = (max: number) =>
  `使えない言葉は${max.toLocaleString('ja')}件まで登録できます`
/** The PWA asks for the password on this message. */
export const CONFIRM_FIRST = '操作を続けるには、パスワードをもう一度入力してください。'

/** Conflict of two operators who edited the same thing. */
export const CHANGED_MEANWHILE =
  'ほかの担当者が先に保存しました。いまの内容を読み込み直してから、もう一度保存してください。入力した内容は、この画面に残っています。'
export const SLUG_TAKEN = 'このURLは、ほかのお知らせで使われています'
export const SLUG_WRONG = '半角の英小文字・数字・ハイフンで入力してください'
export const NEWS_INCOMPLETE = '公開するには、この項目を入力してください'
export const NEWS_ELSEWHERE =
  'お知らせは外部のサービス（Contentful）で管理されています。そちらの画面で編集してください。'
export const NEWS_OUT = '公開中のお知らせは削除できません。先に公開を取り消してください。'
export const NEWS_MOMENT = '公開日時を正しく入力してください'
export const TEXT_SAME = 'いまの版と同じ内容です。変更してから公開してください。'
export const TEXT_NO_DRAFT = '下書きがありません。先に下書きを保存してください。'
export const TEXT_PLANNED = 'すでに公開日の決まった版があります。先にその予定を取り消してください。'
export const TEXT_STANDS = 'すでに公開された版は取り消せません。新しい版を公開してください。'
export const TEXT_HAS_DRAFT =
  '予定を取り消すと、内容は下書きに戻ります。いまの下書きがなくならないように、先に必要な文章を控えて、下書きを削除してください。'
export const TEXT_DAY_PAST = '公開日時には、これからの日時を入力してください'
export const CONSENT_NOT_ASKED = '再同意は、利用規約とプライバシーポリシーでのみ求められます'
/** `name`: the placeholder's name between the braces. */
export const factUnknown = (name: string) => `{{${name}}} という項目はありません`
export const BODY_SHOWS_NOTHING = '表示できる内容がありません'

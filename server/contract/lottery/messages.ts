import { RESULT_AFTER_MINUTES } from './limits.ts'

export const LOTTERY_ONLY =
  'このチケットは抽選で販売しています。当選した方だけが、期限までに購入できます。'
export const LOTTERY_TYPE = '購入できるのは、当選した券種だけです。'
export const LOTTERY_OVER = '抽選販売は終了しました。'
export const LOTTERY_EARLY = '抽選の申し込みは、まだ始まっていません。'
export const LOTTERY_CLOSED = '抽選の申し込みは締め切りました。'
export const LOTTERY_CHOICE_NEEDED = '希望する券種を、第1希望から選んでください'
export const LOTTERY_CHOICE_TWICE = '同じ券種は、一度だけ選んでください'
export const LOTTERY_CHOICE_GONE =
  '選べない券種があります。ページを読み込み直して、選び直してください'
export const LOTTERY_CHOICE_NOT_FOR_ALL =
  '同じグループに、購入の条件に合わない方がいる券種は選べません'
export const CONTRIBUTION_WRONG = '申し込みの形式が正しくありません。ページを読み込み直してください'
export const GROUP_GONE = 'このグループの招待は、もう使えません。招待した方にお確かめください。'
export const GROUP_FULL = 'このグループは、すでに定員です。'
export const GROUP_CHOICES =
  'グループの希望は、代表の方が決めます。別に申し込むには、先にグループを抜けてください。'
export const APPLIED_TOO_OFTEN =
  '抽選の申し込みと変更は、1日に60回までです。しばらくしてから、もう一度お試しください。'

/** Of the owner's form. */
export const LOTTERY_TIME_WRONG = '日時を正しく入力してください'
export const LOTTERY_OPENS_PAST = '受付の始まりは、これからの日時にしてください'
export const LOTTERY_CLOSES_EARLY = '受付の締め切りは、始まりより後にしてください'
export const LOTTERY_RESULT_EARLY = `結果の発表は、締め切りの${RESULT_AFTER_MINUTES}分後より後にしてください`
export const LOTTERY_RESULT_BEFORE_SALE =
  '結果の発表は、代金をお預かりできる日より後にしてください。終了日時の90日前からです'
export const LOTTERY_ENDS_EARLY = '抽選販売の終わりは、当選した方の購入の期限より後にしてください'
export const LOTTERY_ENDS_LATE = '抽選販売の終わりは、開演日時までにしてください'
export const LOTTERY_STANDS =
  '抽選の受付が始まっているため、変更できません。申し込んだ方へのお約束です。'
export const LOTTERY_NEEDS_DATES = '先に、開演・終了日時、価格、枚数を入力して保存してください。'
export const LOTTERY_SOLD = 'すでに申し込みや販売があるため、抽選にはできません。'
export const LOTTERY_NO_RESALE =
  '公式リセールの締め切りを消して保存してから、抽選を設定してください。'
export const LOTTERY_NO_GIVING =
  '抽選販売のあいだは、チケットを渡せません。枚数は申し込んだ方へのお約束です。'
/** Of the ticket's form. */
export const LOTTERY_FIXES = '抽選の受付が始まっているため、抽選販売が終わるまで変更できません'
export const LOTTERY_START_FIXES =
  '抽選販売の終わりより後にしてください。先に抽選の設定を変更できます'
export const NO_RESALE_WITH_LOTTERY = '抽選販売のあるチケットは、公式リセールの対象にできません'

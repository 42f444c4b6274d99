import { PRICE } from '../shared/limits.ts'
import { PROMOTION_MAX } from './limits.ts'

/** Of a code that never was, and of one that its owner has stopped. */
export const CODE_UNKNOWN = 'このコードは使えません。入力した文字をご確認ください。'
export const CODE_USED_UP = 'このコードは、使える枚数の上限に達しました。'
export const CODE_OVER = 'このコードの期限は過ぎました。'
export const codeEarly = (moment: string) => `このコードは、${moment}から使えます。`
export const CODE_OTHER_TYPE = 'このコードは、お選びの券種には使えません。'
export const codeSeatsLeft = (seats: number) =>
  `このコードで買えるのは、あと${seats}枚です。コードは、すべての枚数に使えるときだけ使えます。`
export const codePerPerson = (seats: number) =>
  `このコードが使えるのは、お一人さま${seats}枚までです。`
export const CODE_TOO_LITTLE = `割引後の価格が${PRICE.min}円に満たないため、このコードは使えません。オーナーにお問い合わせください。`
export const CODE_NOT_HERE =
  'コードは、抽選販売、キャンセル待ちのお席、公式リセールのチケットには使えません。コードを消してお試しください。'
export const CODE_GUESSED_TOO_OFTEN =
  'コードの間違いが続きました。しばらくしてから、もう一度お試しください。'

export const CODE_WRONG = `コードは、英字と数字で${PROMOTION_MAX.codeMin}〜${PROMOTION_MAX.codeMax}文字で入力してください`
export const CODE_TAKEN = 'このチケットに、同じコードがあります'
export const CODE_OF_BATCH = 'まとめて作成するコードの文字は、自動で決まります。空欄にしてください'
export const CODES_COUNT_WRONG = `作成する数は1〜${PROMOTION_MAX.batch}の整数で入力してください`
export const PROMOTIONS_TOO_MANY = `コードは、1つのチケットに${PROMOTION_MAX.count}種類までです`
export const PERCENT_WRONG = '割引率は1〜100の整数で入力してください'
export const YEN_OFF_WRONG = `割引額は1〜${PRICE.max.toLocaleString('ja')}の整数で入力してください`
export const DISCOUNT_ONE = '割引率と割引額は、どちらか一方にしてください'
export const DISCOUNT_NEEDED = '割引か先行のどちらかを設定してください'
export const discountTooLittle = (price: string) =>
  `${price}のチケットの割引後の価格は、0円か${PRICE.min}円以上になるようにしてください`
export const CODE_SEATS_WRONG = '使える枚数は1以上の整数で入力してください'
export const CODE_PER_PERSON_WRONG = `お一人さまの枚数は1〜${PROMOTION_MAX.perPerson}の整数で入力してください`
export const PRESALE_NEEDS_FROM = '先行販売の始まりを入力してください'
export const PRESALE_NEEDS_TYPES =
  '先行は、販売の始まりを決めた券種のあるチケットで使えます。先に、券種の「販売の始まり」を入力してください'
export const CODE_FROM_WRONG = '使える期間の始まりを正しく入力してください'
export const CODE_UNTIL_WRONG = '使える期間の終わりを正しく入力してください'
export const CODE_UNTIL_EARLY = '使える期間の終わりは、始まりより後の、これからの日時にしてください'
export const CODE_TYPES_WRONG = 'この券種は、もうありません。ページを読み込み直してください'
export const CODES_NOT_WITH_LOTTERY = '抽選で販売するチケットには、コードを作成できません。'
export const CODE_STANDS = '使われたコードは、削除できません。「止める」をお使いください。'

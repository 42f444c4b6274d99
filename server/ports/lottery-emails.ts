import type { SeatedProductRef, WhyOfferEnded } from './mail.ts'

interface OfLottery {
  title: string
  product: SeatedProductRef
}

/** Emails about lotteries, to those who applied. */
export type LotteryEmail =
  /**
   * `rules`: what was promised. The others are for the reader to keep: their line of the list, and the secret's hash, which
   * a later exchange does not fit. `commitment` is missing in work of the last release.
   */
  | ({
      letter: 'lotteryApplied'
      rules: { label: string; text: string }[]
      publicId: string
      contribution: string
      commitment?: string
    } & OfLottery)
  /** `isLater`: a seat that somebody else left; `offerId` is set only then, `listHash` not. */
  | ({
      letter: 'lotteryWon'
      offerId?: string
      expires: string
      isLater: boolean
      listHash?: string
    } & OfLottery)
  /** `ends`: until then a seat may still be left. */
  | ({ letter: 'lotteryLost'; ends: string; listHash?: string } & OfLottery)
  /** A winner's seat is not held any more, or the lottery was cancelled. */
  | ({ letter: 'lotteryEnded'; why: WhyOfferEnded } & OfLottery)

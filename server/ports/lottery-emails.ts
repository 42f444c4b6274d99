import type { SeatedProductRef, WhyOfferEnded } from './mail.ts'

interface OfLottery {
  title: string
  product: SeatedProductRef
}

/** Emails about lotteries, to those who applied. */
export type LotteryEmail =
  /** `rules`: what was promised. `publicId`, `contribution`: with which the reader finds and checks their line. */
  | ({
      letter: 'lotteryApplied'
      rules: { label: string; text: string }[]
      publicId: string
      contribution: string
    } & OfLottery)
  /** `isLater`: a seat that somebody else left; `offerId` is set only then. */
  | ({ letter: 'lotteryWon'; offerId?: string; expires: string; isLater: boolean } & OfLottery)
  /** `ends`: until then a seat may still be left. */
  | ({ letter: 'lotteryLost'; ends: string } & OfLottery)
  /** A winner's seat is not held any more, or the lottery was cancelled. */
  | ({ letter: 'lotteryEnded'; why: WhyOfferEnded } & OfLottery)

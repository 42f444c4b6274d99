const FORM = { timeZone: 'Asia/Tokyo', dateStyle: 'long', timeStyle: 'short' } as const

/** Follows a time in an email. */
export const IN_JAPAN = '（日本時間）'

/** An instant for emails, which do not know their reader's time zone. */
export const formatMoment = (instant: string) =>
  `${new Date(instant).toLocaleString('ja-JP', FORM)}${IN_JAPAN}`

const IN_JAPAN = { timeZone: 'Asia/Tokyo', dateStyle: 'long', timeStyle: 'short' } as const

/** An instant for emails, which do not know their reader's time zone. */
export const formatMoment = (instant: string) =>
  `${new Date(instant).toLocaleString('ja-JP', IN_JAPAN)}（日本時間）`

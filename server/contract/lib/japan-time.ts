/**
 * Formats instants in Japanese and in Japan's time, in the given form. The formatter is made once, at first use: making
 * one takes about a hundred times as long as using it.
 */
export function inJapan(form: Intl.DateTimeFormatOptions): (instant: string | Date) => string {
  let formatter: Intl.DateTimeFormat | undefined
  return (instant) => {
    formatter ??= new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', ...form })
    return formatter.format(new Date(instant))
  }
}

/** 2026年11月20日 */
export const longDay = inJapan({ dateStyle: 'long' })
/** 2026年11月20日 20:00 */
export const longMoment = inJapan({ dateStyle: 'long', timeStyle: 'short' })

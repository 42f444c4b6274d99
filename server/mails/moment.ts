/** An instant as mails say it, in Japan's time. */
export const moment = (instant: string) =>
  new Date(instant).toLocaleString('ja-JP', {
    timeZone: 'Asia/Tokyo',
    dateStyle: 'long',
    timeStyle: 'short',
  })

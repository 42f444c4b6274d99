/** An instant in Japanese time, for emails. */
export const formatMoment = (instant: string) =>
  new Date(instant).toLocaleString('ja-JP', {
    timeZone: 'Asia/Tokyo',
    dateStyle: 'long',
    timeStyle: 'short',
  })

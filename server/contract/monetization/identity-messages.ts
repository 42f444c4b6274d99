/** Messages of one form, apart from `messages.ts` to keep them out of the bundle of other pages. */

export const PICTURE_NEEDED = '本人確認書類の画像を選んでください'
export const PICTURE_REFUSED =
  '本人確認書類の画像を受け取れませんでした。もう一度、画像を選び直してください'

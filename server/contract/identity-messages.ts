/** Sentences of one form, apart from `messages.ts`: no other page of the app is made to carry them. */

export const PICTURE_NEEDED = '本人確認書類の画像を選んでください'
export const PICTURE_REFUSED =
  '本人確認書類の画像を受け取れませんでした。もう一度、画像を選び直してください'

export const SOCIAL_SPENT =
  'ログインを確認できませんでした。時間が経ったか、別の画面でやり直されています。もう一度お試しください。'
export const SOCIAL_DOWN =
  '連携先と通信できませんでした。しばらくしてから、もう一度お試しください。'
export const IDENTITY_TAKEN = 'この連携先のアカウントは、すでに別のアカウントで使われています。'
export const IDENTITY_SECOND =
  'すでに別のアカウントと連携しています。先にその連携を解除してください。'

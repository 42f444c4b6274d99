export const PUSH_REFUSED =
  'このブラウザーには通知を送れません。別のブラウザーか、ホーム画面に追加したアプリでお試しください。'
export const PUSH_ANOTHERS =
  'この端末の通知を登録し直せませんでした。一度ログアウトして、もう一度お試しください。'
export const PUSH_NO_DEVICE = 'この端末は、まだ通知の登録が済んでいません。'
export const PUSH_TESTED = 'テストの通知を送りました。'
export const TOO_MANY_PUSH_TESTS = 'テストが続いています。1分ほどおいてからお試しください。'

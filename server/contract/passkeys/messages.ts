export const PASSKEY_FAILED = 'パスキーを確認できませんでした。もう一度お試しください。'
export const PASSKEY_UNKNOWN =
  'このパスキーは登録されていません。パスワードでログインして、登録し直してください。'
export const PASSKEY_OF_ANOTHER =
  'このアカウントに登録されていないパスキーです。別のパスキーか、メールで確認してください。'
export const PASSKEYS_FULL = 'パスキーの数が上限に達しています。使わないものを削除してください。'

/** Payment messages, fixed by the product; apart from `messages.ts` to keep them out of the home page's bundle. */

export const CARD_NOT_AUTHENTICATED =
  '支払い方法を認証できません。別の支払い方法を選択して、もう一度お試しください。'
export const FREE_JOIN_FAILED = '削除時エラーが起こりました。時間を空けて再度お試しください。'

import { STAMP_MAX } from './limits.ts'

export const STAMP_NAME_NEEDED = 'スタンプの名前を入力してください'
export const STAMP_PICTURE_NEEDED = 'スタンプの画像を選んでください'
export const STAMPS_FULL = `スタンプは${STAMP_MAX.count}個まで登録できます`
/** For a line with a stamp of another room, or one that was removed. */
export const STAMP_UNKNOWN = 'このスタンプは使えません。ほかのスタンプを選んでください'

import { PAST_DUE_DAYS, STAFF_MAX } from './limits.ts'

/** What happens to a membership whose renewal is not paid: for emails, terms and help. */
export const UNPAID_ENDS =
  'その間にお支払いを確認できないときは、退会になります。お支払いの済んでいない参加費は請求しません。'
export const PAST_DUE_RULE = `更新のお支払いができなかったときは、${PAST_DUE_DAYS}日間はそのままご利用いただけます。${UNPAID_ENDS}`

export const NOT_A_MEMBER = '先にルームへの参加が必要です。'
/** A checkout of a membership and a ticket of which only the first part has succeeded. */
export const JOINED_WITHOUT_TICKET =
  'ルームへの参加は完了しました。チケットは、まだお手元にありません。'
export const TICKET_STILL_OPEN =
  '販売が続いていれば、この画面からチケットだけをお申し込みいただけます。参加費が重ねてかかることはありません。チケットが手に入らず、参加も続けないときは、「参加中のルーム」からいつでも退会できます。'
export const ALREADY_MEMBER = 'すでにこのルームに参加しています。'
/** For the owner. */
export const ROOM_SUSPENDED = 'このルームは運営により停止されているため、この操作はできません。'
export const ROOM_CLOSED = 'このルームは現在、新しい参加を受け付けていません。'
export const OWN_ROOM = 'ご自身のルームです。参加の手続きは必要ありません。'
export const OWED_FIRST =
  '前回の参加費のお支払いが済んでいません。「参加中のルーム」からお支払いください。'
export const NOTHING_OWED = 'お支払いが必要な参加費はありません。'
export const ROOM_CLOSE_STARTED =
  'ルームを閉じました。自動更新を止め、開催前のイベントと開場前の入場チケットを中止しています。'
export const ROOM_TITLE_NEEDED = 'ルーム名を入力してください'
export const ROOM_HAD_ALREADY = 'ルームを開けるのは、1人につき1つまでです'
export const ROOM_NEEDS_SELLER =
  '参加費をいただくには、収益化の登録が必要です。登録が済むまでは、参加費を0円にしてください。'
export const STAFF_UNKNOWN = 'このユーザー名の人は見つかりませんでした'
export const STAFF_IS_OWNER = 'オーナーをスタッフにすることはできません'
export const STAFF_FULL = `スタッフは${STAFF_MAX}人まで登録できます`

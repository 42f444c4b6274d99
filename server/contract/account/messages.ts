export const LEAVE_MEMBERS_PAYING =
  'ルームに、お支払い期間の残っているメンバーがいます。先にルームを閉じ、期間の終わりをお待ちください。'
export const LEAVE_EVENTS_COMING =
  'チケットをお持ちの方がいるイベントか電子チケットが残っています。開催と見逃し配信を終えるか、中止・削除してから退会してください。'
export const LEAVE_MONEY_WAITING =
  'まだ受け取っていない売上か、手続き中の返金があります。受け取りを済ませてから退会してください。'
export const TOO_MANY_EXPORTS =
  'データの書き出しが続いています。しばらくしてから、もう一度お試しください。'

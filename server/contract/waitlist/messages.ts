export const SEATS_LEFT = 'お席があるため、キャンセル待ちは必要ありません。そのまま購入できます。'
export const OFFERED_ALREADY = 'お席をご用意しています。期限までに購入してください。'
export const WAITS_TOO_OFTEN =
  'キャンセル待ちの登録は、1日に30回までです。しばらくしてから、もう一度お試しください。'
export const OFFER_HOURS_WRONG = 'お席をお取りしておく時間を選んでください'

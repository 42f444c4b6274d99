export const NO_TRANSFER = 'このチケットは譲渡できません。'
export const TRANSFER_OVER = '譲渡の受付は、開場で終了しました。'
export const TRANSFER_NOBODY = 'このユーザー名の方は見つかりませんでした'
export const TRANSFER_SELF = 'ご自身には譲渡できません'
export const TRANSFER_OPEN = 'すでに譲渡を申し出ています。取り消してから、もう一度お試しください。'
export const TRANSFER_ELSEWHERE =
  'チケットを表示している端末から譲渡してください。その端末が手元にないときは、先にこの端末へ切り替えてください。'
export const TRANSFERS_TOO_OFTEN =
  '譲渡の申し出は、1日に10回までです。しばらくしてから、もう一度お試しください。'
export const OFFER_GONE = 'このチケットの譲渡の申し出は、取り消されたか、すでに終わっています。'

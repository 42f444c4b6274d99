export const LINK_UNKNOWN =
  'このリンクは使えません。取り消されたか、新しいリンクに替わっています。送った方にご確認ください。'
export const LINK_USED = 'このチケットは、すでに受け取られています。'
export const SEAT_TAKEN = 'この席は、すでに受け取られているか、入場に使われています。'
export const LEADER_ENDED = 'このチケットは、ご購入が取り消されたため、受け取れません。'
export const HANDOVER_OVER = 'このチケットは、公演の終了時刻を過ぎたため、受け取れません。'
export const COMPANION_WITH_LEADER =
  '同行者のチケットは、購入した方のチケットと一緒に取り消されます。購入した方のチケットを取り消してください。'

export const MESSAGE_OWN_ROOM = 'ご自身のルームです。メンバーからのメッセージに返信できます。'
export const MESSAGE_MEMBERS = 'メッセージを送れるのは、ルームのメンバーのみです。'
export const MESSAGE_ENDED = 'このやりとりには、もう返信できません。'
export const TOO_MANY_MESSAGES =
  '短いあいだに多くのメッセージが送信されました。しばらくしてから、もう一度お試しください。'
export const ANNOUNCED = '連絡を送りました。メンバーに順に届きます。'
export const TOO_MANY_ANNOUNCEMENTS =
  'メンバーへの連絡は1日に5件までです。しばらくしてから、もう一度お試しください。'

export const EVENT_ENDED = 'このイベントは終了しました。'
export const EVENT_CANCELLED = 'このイベントは中止になりました。'
export const EVENT_CANCEL_STARTED = 'イベントを中止しました。チケットの返金を始めています。'
export const EVENT_ON_AIR = '配信を終了してから、もう一度お試しください。'
/** The place of a stream, where tickets and emails name one. */
export const ONLINE = 'オンライン配信'

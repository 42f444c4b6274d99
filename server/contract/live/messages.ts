export const TICKET_NEEDED = 'チケットをお持ちの方のみご覧いただけます。'
export const EVENT_WAITING = '配信開始までしばらくお待ちください。'
export const STREAM_INTERRUPTED = '配信が一時中断しています'
/** The sound without its picture, as one chooses it in the player. */
export const SOUND_ALONE_LABEL = '音声のみ'
/** After the broadcast, until the owner ends the talk too. */
export const TALK_GOES_ON = '配信は終了しました。トークは続いています。'
export const STREAM_STILL = '映像の続きを待っています…'
export const WATCHED_ELSEWHERE = 'ほかの端末で視聴を始めたため、この端末での再生を止めました。'
export const WATCHING_REFUSED = '視聴できません。画面を読み込み直してください。'
export const WATCHING_BANNED = 'このイベントは視聴できません。'
export const ARCHIVE_NONE = '見逃し配信はありません。'
export const ARCHIVE_DELETED =
  '見逃し配信を削除しました。チケットをお持ちの方にはメールでお知らせします。'

export const talkTooFast = (left: number) =>
  `短いあいだに続けて送信されました。あと${left}秒お待ちください。`
export const talkSlow = (every: number, left: number) =>
  `スローモード中です。${every}秒に1回まで送信できます。あと${left}秒お待ちください。`
export const TALK_NG_WORD = '使えない言葉が含まれています'
export const TALK_BAN_STAFF = 'オーナーとモデレーターは制限できません。'

export const AUDIO_UNREADABLE =
  '音声を読み取れませんでした。MP3・M4A・WAVなどの音声を選んでください'
export const AUDIO_UNPLAYABLE =
  'この音声は、再生できない端末がある形式です。MP3か、AACのM4Aに変換したものを選んでください'
export const VIDEO_UNREADABLE = '動画を読み取れませんでした。MP4かMOVの動画を選んでください'
export const VIDEO_UNPLAYABLE =
  'この動画は、再生できない端末がある形式です。映像はH.264、音声はAACのMP4に変換したものを選んでください。iPhoneでは「設定」→「カメラ」→「フォーマット」→「互換性優先」で撮影した動画を選べます'
/** By kind, and by what `inspect…` found. */
export const UNFIT = {
  audio: { unreadable: AUDIO_UNREADABLE, unplayable: AUDIO_UNPLAYABLE },
  video: { unreadable: VIDEO_UNREADABLE, unplayable: VIDEO_UNPLAYABLE },
}
export const CONVERSION_FAILED = {
  audio: 'この音声は変換できませんでした。MP3か、AACのM4Aに変換したものを選んでください',
  video:
    'この動画は変換できませんでした。映像はH.264、音声はAACの、3時間以内で500MB以下のMP4を選んでください',
}
export const UPLOAD_UNFINISHED = 'ファイルのアップロードが終わっていません。もう一度お試しください'
export const UPLOAD_ELSEWHERE = 'アップロードの続きを受け取れませんでした。もう一度お試しください。'
export const TOO_MANY_UPLOADS =
  'アップロード中のファイルが多すぎます。しばらくしてからお試しください。'
export const ROOM_MEDIA_FULL =
  'ルームの保存容量がいっぱいです。不要なスレッドを削除すると、容量が空きます。'
export const UPLOADS_NO_ROOM =
  'サーバーの空き容量が足りないため、いまはファイルを受け付けられません。'

export const STREAM_NEEDED = '映像がまだ届いていません。配信を始めてから、もう一度お試しください。'
export const STREAM_STEP_REFUSED =
  'イベントの状態が変わっています。画面を読み込み直して、もう一度お試しください。'
export const KEYFRAMES_FAR = 'キーフレーム間隔が長すぎます。2秒に設定してください。'
export const CODEC_FOREIGN = '映像をH.264で送ってください。いまの形式では再生できません。'
export const PROFILE_FOREIGN =
  'スマートフォンで再生できない映像です（10ビットや4:2:2など）。H.264のMainかHighプロファイル、8ビット（4:2:0）で送ってください。'
export const STREAM_SPOILED =
  '届いた映像か音声の一部が壊れていたため、配信が途切れました。続く場合は、配信ソフトの設定をご確認ください。'
export const SOUND_FOREIGN =
  '音声をAACのステレオ（またはモノラル）で送ってください。いまの形式では音が出ません。'
export const ORIGIN_REFUSED = 'https:// で始まる、公開されたURLを入力してください。'
export const ORIGIN_SILENT =
  '配信元のURLを読み込めません。配信が始まっているか、URLが正しいかをご確認ください。'
export const ORIGIN_NONE = 'このURLの内容は再生できません。HLS（.m3u8）のURLか、ご確認ください。'
export const ORIGIN_STILL =
  '配信元の映像が進んでいません。配信ソフトと配信サービスをご確認ください。'
export const RECORDINGS_NEARLY =
  '録画の保存容量が残りわずかです。いっぱいになると、配信は続きますが、その先は見逃し配信に残りません。'
export const RECORDINGS_FULL =
  '録画の保存容量がいっぱいです。配信はできますが、見逃し配信には残りません。以前の見逃し配信が終わると、容量が空きます。'
export const RECORDING_STOPPED =
  '録画の保存容量がいっぱいになりました。配信は続いていますが、ここから先は見逃し配信に残りません。'
export const DISK_FULL =
  'サーバーの空き容量が足りないため、いまは新しい配信を受け付けられません。運営にお問い合わせください。'
export const REFUSED_ENDED =
  'このイベントは終了しているため、届いた配信を受け付けませんでした。別のイベントで配信するときは、そのイベントのストリームキーに変えてください。'
export const REFUSED_UNPUBLISHED =
  'このイベントは公開されていないため、届いた配信を受け付けませんでした。イベントを公開してから、もう一度送ってください。'
export const REFUSED_CANCELLED =
  'このイベントは中止されているため、届いた配信を受け付けませんでした。'
export const REFUSED_SUSPENDED =
  'このルームは運営により停止されているため、届いた配信を受け付けませんでした。'
export const REFUSED_OLD_KEY =
  '古いストリームキーで届いた配信を受け付けませんでした。いまのストリームキーを配信ソフトに入れ直してください。'
export const STREAM_REPLACED =
  '同じストリームキーで別の配信ソフトが送り始めたため、先の配信ソフトを切断しました。配信ソフトは1つだけお使いください。'
export const STREAM_INVALID =
  '配信ソフトから届いたデータを読み取れなかったため、切断しました。続く場合は、配信ソフトを再起動するか、別の配信ソフトをお使いください。'
export const STREAM_SHORT =
  '配信ソフトに設定されたビットレートより、届いている量がかなり少なくなっています。動きの少ない映像でなければ、ビットレートを下げるか、有線などの速い回線をお使いください。'
export const PICTURE_NONE =
  '映像が届いていないため、音声のみの配信になります。映像も送るときは、配信ソフトの設定をご確認ください。'
export const SOUND_NONE = '音声が届いていません。'
export const SOUND_LATE =
  '音声が途切れて届きました。マイクなどの機器と、配信ソフトの負荷をご確認ください。'
export const SOUND_DRIFTS =
  '音声と映像の速さが少しずれています。自動で補正していますが、音声のサンプルレートを、機器と配信ソフトで同じ値にしてください。'
export const STAMPS_STILL =
  '映像の時刻が進んでいないため、届いた時刻で補っています。配信ソフトを再起動してください。'
export const UPLINK_SLOW =
  '映像が遅れて届いています。配信元の回線に対してビットレートが高すぎます。下げるか、有線などの速い回線をお使いください。'
export const STREAM_UNWRITTEN =
  'サーバーに書き込めなかったため、配信を切断しました。もう一度送っても続く場合は、運営にお問い合わせください。'
/** `names`: of the qualities, as viewers choose them. */
export const renditionsDropped = (names: string) =>
  `サーバーの処理が追いつかないため、画質の選択肢のうち${names}を一時的に止めています。元の画質の配信は続いています。`
export const BITRATE_HIGH = 'ビットレートが高すぎます。6,000 kbps前後に下げてください。'
export const BITRATE_LOW = 'ビットレートが低いため、映像が粗くなります。回線をご確認ください。'

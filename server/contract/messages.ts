import {
  ADULT_AGE,
  LINKS_MAX,
  NAME_CHANGE_DAYS,
  PRICE,
  STAFF_MAX,
  TERM_MAX_DAYS,
} from './limits.ts'

export const RETRY_LATER = 'エラーが起こりました。時間を空けて再度お試しください。'
export const UNREACHABLE = '通信できませんでした。接続を確認して、もう一度お試しください。'
export const PAGE_NOT_FOUND = 'ページが見つかりませんでした。'
export const UNKNOWN_MIDDLEWARE = 'Unknown middleware'

/** Fixed by the product: the PWA refreshes its token on the first message, and logs out on the second. */
export const TOKEN_EXPIRED = 'Token has expired'
export const REFRESH_IMPOSSIBLE = 'Token has expired and can no longer be refreshed'

/** Default error messages by status. */
export const STATUS_MESSAGES = {
  400: 'リクエストを読み取れませんでした。',
  401: 'ログインしてください。',
  402: 'お支払いを完了できませんでした。',
  403: 'この操作を行う権限がありません。',
  404: '見つかりませんでした。',
  409: 'すでに処理されています。',
  410: '受付は終了しました。',
  413: 'データが大きすぎます。',
  415: '対応していない形式です。',
  422: '入力内容をご確認ください。',
  429: '操作が多すぎます。しばらくしてからお試しください。',
  500: RETRY_LATER,
  503: '現在ご利用いただけません。しばらくしてからお試しください。',
} as const
export type ErrorStatus = keyof typeof STATUS_MESSAGES

export const WRONG_LOGIN = 'メールアドレスまたはパスワードが正しくありません。'
/** The same for known and unknown addresses. */
export const SIGN_UP_SENT =
  '確認メールを送りました。届いたメールのリンクから登録を完了してください。'
export const RESET_SENT =
  'ご登録のメールアドレスであれば、再設定のリンクを送りました。メールをご確認ください。'
export const NAME_CHARACTERS = 'ユーザー名は3〜20文字の半角英小文字・数字・_ で入力してください'
export const NAME_TAKEN = 'このユーザー名は使えません。別の名前を入力してください'
/** `again`: an instant. */
export const nameChangedLately = (again: string) =>
  `ユーザー名の変更は${NAME_CHANGE_DAYS}日に1回までです。次は${new Date(again).toLocaleDateString('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'long' })}から変更できます`
export const NAME_TAKEN_MEANWHILE =
  'ご希望のユーザー名は、確認のあいだにほかの方が登録しました。別の名前でもう一度ご登録ください。'
export const PASSWORD_COMMON = '推測されやすいパスワードです。別のものを入力してください'
export const PASSWORDS_DIFFER = 'パスワードが一致しません'
export const BIRTHDAY_WRONG = '生年月日を正しく入力してください'
export const GENDER_NEEDED = '性別を選んでください'
export const GUARDIAN_NEEDED = '18歳未満の方は、保護者の同意が必要です'
export const TERMS_NEEDED = '利用規約への同意が必要です'
export const EMAIL_SENT =
  '新しいメールアドレスに確認のメールを送りました。24時間以内に、メールのリンクを開いてください。'
export const EMAIL_SAME = 'いまお使いのメールアドレスです'
export const EMAIL_TAKEN = 'このメールアドレスは、別のアカウントで使われています。'
export const LINK_SPENT = 'このリンクは使えません。期限が切れたか、すでに使われています。'
export const PASSWORD_NONE =
  'パスワードがまだ設定されていません。ログイン画面の「パスワードを忘れたとき」から、メールで設定できます'
export const SOCIAL_SPENT =
  'ログインを確認できませんでした。時間が経ったか、別の画面でやり直されています。もう一度お試しください。'
export const SOCIAL_DOWN =
  '連携先と通信できませんでした。しばらくしてから、もう一度お試しください。'
export const IDENTITY_TAKEN = 'この連携先のアカウントは、すでに別のアカウントで使われています。'
export const IDENTITY_SECOND =
  'すでに別のアカウントと連携しています。先にその連携を解除してください。'
/** For operators. */
export const SUSPEND_SELF = '自分のアカウントは停止できません。'
export const SUSPEND_LAST_OPERATOR =
  '運営がひとりもいなくなるため、このアカウントは停止できません。'
export const SUSPENDED_ALREADY = 'すでに停止しています。画面を読み込み直してください。'
export const NOT_SUSPENDED = '停止していません。画面を読み込み直してください。'
export const PERSON_NOT_FOUND = 'このメールアドレスのアカウントはありません。'
export const WORD_KNOWN = '同じ言葉が、すでに登録されています'
export const WORD_TOO_SHORT = '記号と空白をのぞいて2文字以上で入力してください'
export const wordsFull = (max: number) =>
  `使えない言葉は${max.toLocaleString('ja')}件まで登録できます`
/** The PWA asks for the password on this message. */
export const CONFIRM_FIRST = '操作を続けるには、パスワードをもう一度入力してください。'
/** Replaces the name of a suspended user. */
export const SUSPENDED_NAME = '利用停止中のユーザー'
export const ACCOUNT_SUSPENDED =
  'このアカウントは利用停止中です。理由はメールでお知らせしています。お心当たりのない場合は、「特定商取引法に基づく表記」にある運営者の連絡先へお問い合わせください。'
export const TOO_MANY_LOGINS =
  'ログインの試行回数が多すぎます。しばらくしてからもう一度お試しください。'
export const TOO_MANY_MAILS =
  'メールの送信回数が多すぎます。届いたメールをご確認のうえ、しばらくしてからもう一度お試しください。'
export const KEY_REUSED = '同じ操作が別の内容で送信されました。画面を読み込み直してください。'
export const KEY_IN_USE = '処理中です。しばらくお待ちください。'
export const NOT_SAME_ORIGIN = 'この画面からは操作できません。ページを開き直してください。'

export const NOT_A_MEMBER = '先にルームへの登録が必要です。'
export const TICKET_NEEDED = 'チケットをお持ちの方のみご覧いただけます。'
export const EVENT_ENDED = 'このイベントは終了しました。'
export const EVENT_WAITING = '配信開始までしばらくお待ちください。'
export const STREAM_INTERRUPTED = '配信が一時中断しています'
export const STREAM_STILL = '映像の続きを待っています…'
export const STREAM_NEEDED = '映像がまだ届いていません。配信を始めてから、もう一度お試しください。'
export const STREAM_STEP_REFUSED =
  'イベントの状態が変わっています。画面を読み込み直して、もう一度お試しください。'
export const WATCHED_ELSEWHERE = 'ほかの端末で視聴を始めたため、この端末での再生を止めました。'
export const WATCHING_REFUSED = '視聴できません。画面を読み込み直してください。'
export const WATCHING_BANNED = 'このイベントは視聴できません。'
export const KEYFRAMES_FAR = 'キーフレーム間隔が長すぎます。2秒に設定してください。'
export const CODEC_FOREIGN = '映像をH.264で送ってください。いまの形式では再生できません。'
export const PROFILE_FOREIGN =
  'スマートフォンで再生できない映像です（10ビットや4:2:2など）。H.264のMainかHighプロファイル、8ビット（4:2:0）で送ってください。'
export const STREAM_SPOILED =
  '届いた映像か音声の一部が壊れていたため、配信が途切れました。続く場合は、配信ソフトの設定をご確認ください。'
export const SOUND_FOREIGN = '音声をAACで送ってください。いまの形式では音が出ません。'
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
export const PICTURE_NONE =
  '映像が届いていないため、音声のみの配信になります。映像も送るときは、配信ソフトの設定をご確認ください。'
export const SOUND_NONE = '音声が届いていません。'
export const BITRATE_HIGH = 'ビットレートが高すぎます。6,000 kbps前後に下げてください。'
export const BITRATE_LOW = 'ビットレートが低いため、映像が粗くなります。回線をご確認ください。'
export const ARCHIVE_NONE = '見逃し配信はありません。'
export const ARCHIVE_DELETED =
  '見逃し配信を削除しました。チケットをお持ちの方にはメールでお知らせします。'
export const SOLD_OUT = 'チケットは売り切れました。'
export const SALES_OVER = 'チケットの販売は終了しました。'
export const TICKET_NOT_VALID = 'このチケットは、すでに使用済みか無効です。'
export const RANGE_WRONG = '整理番号の範囲を正しく入力してください'
export const INVITE_UNKNOWN = 'この招待は使えません。新しい招待を受け取ってください。'
export const INVITE_TAKEN = 'この招待は、別の端末で使われています。'
export const GATE_TAKEN = 'この入口は、別の端末が受け付けています。'
export const GATE_CLOSED = 'この入口の受付は、取り消されました。'
export const HOLDERS_NO_LONGER_NAMED = 'この公演の受付は終わりました。お名前は表示できません。'
export const TOO_MANY_GATES = '入口の数が上限に達しています。'
export const REFUND_ON_ITS_WAY = 'このチケットは、すでに取り消されています。'
export const HOLDER_CANCELLED = 'チケットを取り消しました。'
export const TICKET_GIVEN_ALREADY = 'この方は、このチケットをすでにお持ちです。'
export const NOT_A_MEMBER_GIVEN = 'メンバー限定のチケットは、ルームのメンバーにのみ渡せます。'
export const OWNER_GIVEN = 'ご自身には渡せません。'
export const TICKET_OVER = '公開中で、終了前のチケットのみ渡せます。'
export const DEVICE_KEY_WRONG = 'この端末では、動くコードを表示できません。'
export const BOUND_TOO_OFTEN =
  '表示する端末の変更は、1日に5回までです。しばらくしてからもう一度お試しください。'
export const TICKET_HELD = 'このイベントのチケットはすでにお持ちです。'
export const NO_TRANSFER = 'このチケットは譲渡できません。'
export const TRANSFER_OVER = '譲渡の受付は、開場で終了しました。'
export const TRANSFER_NOBODY = 'このユーザー名の方は見つかりませんでした'
export const TRANSFER_SELF = 'ご自身には譲渡できません'
export const TRANSFER_OPEN = 'すでに譲渡のお申し出中です。取り消してから、もう一度お試しください。'
export const TRANSFERS_TOO_OFTEN =
  '譲渡のお申し出は、1日に10回までです。しばらくしてからもう一度お試しください。'
export const OFFER_GONE = 'このチケットのお申し出は、取り消されたか、すでに終わっています。'
/** Replaces the name of a gate if a ticket was torn on its holder's own phone. */
export const TORN_BY_HAND = 'もぎり'
export const TEAR_TOO_EARLY = '開場前のため、もぎりはできません。'
export const ALREADY_MEMBER = 'すでにこのルームに登録しています。'
/** For the owner. */
export const ROOM_SUSPENDED = 'このルームは運営により停止されているため、この操作はできません。'
export const ROOM_CLOSED = 'このルームは現在、新しい参加を受け付けていません。'
export const OWN_ROOM = 'ご自身のルームです。参加の手続きは必要ありません。'
export const PRICE_CHANGED =
  '価格が変わりました。画面を読み込み直して、内容をもう一度ご確認ください。'
export const PRICE_WRONG = `価格は、0円（無料）または${PRICE.min}円以上${PRICE.max.toLocaleString('ja')}円以下の整数で入力してください`
export const NOT_FREE = 'お支払いが必要です。'
export const FREE_OF_CHARGE = '無料のため、お支払いは必要ありません。'
export const SELLER_NOT_READY = '現在、このルームではお支払いを受け付けていません。'
export const PAYMENT_UNFINISHED = 'お支払いがまだ完了していません。'
export const OWED_FIRST =
  '前回の参加費のお支払いが済んでいません。「参加中のルーム」からお支払いください。'
export const NOTHING_OWED = 'お支払いが必要な参加費はありません。'
export const CROWDED = 'ただいま大変混み合っています。少し時間を空けて、もう一度お試しください。'
/** Appended to the product's messages, to prevent a second payment when the first answer is slow. */
export const PAID_ANYWAY = 'お支払いが済んでいるときは、このあと自動で反映されます。'
export const GUARDIAN_BEFORE_PAYING = '18歳未満の方は、お支払いの前に保護者の同意を得てください。'
export const HOLD_OVER =
  'お支払いの期限が過ぎました。代金をお支払い済みの場合は、自動で返金されます。'

/** Fixed by the product. */
export const TERMS_UNCHECKED = 'サービス条項に同意した上、登録してください。'
export const CARD_WRONG = '入力情報でエラーが起こりました。ご確認の上正しい情報を入力してください。'
export const JCB_REFUSED =
  '現在JCBでの決済はご利用いただけません。恐れ入りますが、他のカードブランドをご利用ください。'

export const talkTooFast = (left: number) =>
  `短いあいだに続けて送信されました。あと${left}秒お待ちください。`
export const talkSlow = (every: number, left: number) =>
  `スローモード中です。${every}秒に1回まで送信できます。あと${left}秒お待ちください。`
export const TALK_NG_WORD = '使えない言葉が含まれています'
/** For words of the service-wide list. */
export const bannedWord = (field: string) =>
  `${field}に、このサービスでは使えない言葉が含まれています。別の言葉に言いかえてください`
export const TALK_BAN_STAFF = 'オーナーとモデレーターは制限できません。'

export const PUSH_REFUSED =
  'このブラウザーには通知を送れません。別のブラウザーか、ホーム画面に追加したアプリでお試しください。'
export const PUSH_ANOTHERS =
  'この端末の通知を登録し直せませんでした。一度ログアウトして、もう一度お試しください。'
export const PUSH_NO_DEVICE = 'この端末は、まだ通知の登録が済んでいません。'
export const PUSH_TESTED = 'テストの通知を送りました。'
export const TOO_MANY_PUSH_TESTS = 'テストが続いています。1分ほどおいてからお試しください。'

export const MESSAGE_OWN_ROOM = 'ご自身のルームです。メンバーからのメッセージに返信できます。'
export const MESSAGE_MEMBERS = 'メッセージを送れるのは、ルームのメンバーのみです。'
export const MESSAGE_ENDED = 'このやりとりには、もう返信できません。'
export const TOO_MANY_MESSAGES =
  '短いあいだに多くのメッセージが送信されました。しばらくしてから、もう一度お試しください。'
export const ANNOUNCED = 'お知らせを送りました。メンバーに順に届きます。'
export const TOO_MANY_ANNOUNCEMENTS =
  'お知らせは1日に5件までです。しばらくしてから、もう一度お試しください。'

export const REPORT_OWN = 'ご自身のものは通報できません。'
export const TOO_MANY_REPORTS = '通報が続いています。しばらくしてから、もう一度お試しください。'

export const IMAGE_UNREADABLE =
  '画像を読み取れませんでした。JPEG・PNG・WebPなどの画像を選んでください'
export const IMAGE_COSTLY =
  '画像が大きすぎて処理できませんでした。縦と横のピクセル数を小さくした画像を選んでください'
export const IMAGES_TOO_MANY = '画像は3枚までです'
export const SMALL_IMAGE_WRONG = '縮小した画像が、元の画像と合いません'
export const AUDIO_UNREADABLE =
  '音声を読み取れませんでした。MP3・M4A・WAVなどの音声を選んでください'
export const AUDIO_UNPLAYABLE =
  'この音声は、再生できない端末がある形式です。MP3か、AACのM4Aに変換したものを選んでください'
export const VIDEO_UNREADABLE = '動画を読み取れませんでした。MP4かMOVの動画を選んでください'
export const VIDEO_UNPLAYABLE =
  'この動画は、再生できない端末がある形式です。映像はH.264、音声はAACのMP4に変換したものを選んでください。iPhoneでは「設定」→「カメラ」→「フォーマット」→「互換性優先」で撮影した動画を選べます'
export const VIDEO_ALONE = '動画は画像・音声と一緒に付けられません'
export const THUMBNAIL_NEEDED = 'サムネイルを選んでください'
export const UPLOAD_UNFINISHED = 'ファイルのアップロードが終わっていません。もう一度お試しください'
export const UPLOAD_ELSEWHERE = 'ファイルの続きが合いません。続きの位置を確認してください。'
export const TOO_MANY_UPLOADS =
  'アップロード中のファイルが多すぎます。しばらくしてからお試しください。'
export const ROOM_MEDIA_FULL =
  'ルームの保存容量がいっぱいです。不要なスレッドを削除すると、容量が空きます。'
export const UPLOADS_NO_ROOM =
  'サーバーの空き容量が足りないため、いまはファイルを受け付けられません。'
export const TOO_MANY_THREADS = '投稿が続いています。しばらくしてから、もう一度お試しください。'
export const TOO_MANY_COMMENTS =
  'コメントが続いています。しばらくしてから、もう一度お試しください。'

export const PASSWORD_WRONG = 'パスワードが正しくありません'
export const LEAVE_MEMBERS_PAYING =
  'ルームに、お支払い期間の残っている参加者がいます。先にルームを閉じ、期間の終わりをお待ちください。'
export const LEAVE_EVENTS_COMING =
  'チケットをお持ちの方がいるイベントか電子チケットが残っています。開催と見逃し配信を終えるか、中止・削除してから退会してください。'
export const LEAVE_MONEY_WAITING =
  'まだ受け取っていない売上か、手続き中の返金があります。受け取りを済ませてから退会してください。'
export const PASSKEY_FAILED = 'パスキーを確認できませんでした。もう一度お試しください。'
export const PASSKEY_UNKNOWN =
  'このパスキーは登録されていません。パスワードでログインして、登録し直してください。'
export const PASSKEYS_FULL = 'パスキーの数が上限に達しています。使わないものを削除してください。'
export const PASSKEY_LAST =
  'ほかにログインする方法がないため、削除できません。先にパスワードを設定してください。'
export const TOO_MANY_EXPORTS =
  'データの書き出しが続いています。しばらくしてから、もう一度お試しください。'
export const REFUND_STARTED = '返金の手続きを始めました。'
export const REFUND_NOT_OURS = '返金については、ルームのオーナーにお問い合わせください。'
export const REFUNDED_ALREADY = 'すでに返金されています。'
export const REFUND_NOTHING_PAID = 'お支払いが完了していないため、返金するものがありません。'
export const EVENT_CANCELLED = 'このイベントは中止になりました。'
export const EVENT_CANCEL_STARTED = 'イベントを中止しました。チケットの返金を始めています。'
export const TICKET_CANCEL_STARTED =
  '電子チケットを中止しました。お持ちの方へのお知らせと返金を始めています。'
export const EVENT_ON_AIR = '配信を終了してから、もう一度お試しください。'
export const ROOM_CLOSE_STARTED =
  'ルームを閉じました。自動更新を止め、開催前のイベントと開場前の入場チケットを中止しています。'
export const REFUND_PENDING = '返金の手続き中です'
export const ACCOUNT_BLOCKED = '売上の受け取りが停止されています'
export const TERM_TOO_LONG = `期間は${TERM_MAX_DAYS}日以内で指定してください`
export const SELLER_ON_REQUEST = 'ご請求があれば遅滞なく開示します。'
export const KANA_ONLY = 'カタカナで入力してください'
export const INVOICE_NUMBER_WRONG =
  '登録番号が正しくありません。Tと13桁の数字を、もう一度ご確認ください'
export const SELLER_TERMS_NEEDED = '販売者の規約への同意が必要です'
export const SELLER_TOO_YOUNG = '販売者の登録は、18歳以上の方に限らせていただいています'
export const LINKS_WRONG = `リンクは${LINKS_MAX.count}件まで登録できます`
export const DISPLAY_NAME_NEEDED = '表示名を入力してください'
export const BIRTHDAY_OF_MINOR = `${ADULT_AGE}歳未満になる生年月日への変更には、保護者の方の同意が必要です。お問い合わせください。`
export const ROOM_TITLE_NEEDED = 'ルーム名を入力してください'
export const ROOM_HAD_ALREADY = 'ルームは1人につき1つまで開設できます'
export const ROOM_NEEDS_SELLER =
  '参加費をいただくには、収益化の登録が必要です。登録が済むまでは、参加費を0円にしてください。'
export const STAFF_UNKNOWN = 'このユーザー名の人は見つかりませんでした'
export const STAFF_IS_OWNER = 'オーナーをスタッフにすることはできません'
export const STAFF_FULL = `スタッフは${STAFF_MAX}人まで登録できます`
export const SELLER_ROOM_NEEDED = '先にルームを開設してください。'
export const SELLER_BLOCKED =
  '販売が停止されているため、登録内容を変更できません。お問い合わせください。'
export const SELLER_FACT_REFUSED = '決済会社で確認できない内容です。もう一度ご確認ください'
export const SELLER_LEFT =
  '決済会社との連携が解除されました。販売を再開するには、お問い合わせください。'
export const PAYOUT_FAILED =
  '振込先に入金できませんでした。口座の内容をご確認ください。次の振込日にもう一度お送りします。'
export const DISCLOSURE_ASKED =
  '開示のご請求を受け付けました。販売者から、ご入力のメールアドレスにお返事します。'
export const DISCLOSURE_DONE = 'この請求は、すでに処理されています。'
export const TOO_MANY_DISCLOSURES =
  '開示のご請求が続いています。しばらくしてから、もう一度お試しください。'
export const FACTS_MISSING = '先に、氏名・所在地・電話番号を登録してください。'

const FIELDS: Record<string, string> = {
  email: 'メールアドレス',
  password: 'パスワード',
  name: 'ユーザー名',
  display_name: '表示名',
  about: '説明',
  word: '言葉',
  current_password: 'いまのパスワード',
  password_confirmation: 'パスワード（確認）',
  birthY: '年',
  birthM: '月',
  birthD: '日',
  gender: '性別',
  terms: '利用規約',
  text: '本文',
  title: 'タイトル',
  message: 'メッセージ',
  slow_seconds: 'スローモードの秒数',
  ng_words: 'NGワード',
  category: '種類',
  reason: '理由',
  search: '検索する言葉',
  limit: '件数',
  offset: '開始位置',
  start: '開始日',
  end: '終了日',
  event_id: 'イベント',
  room_id: 'ルーム',
  token: 'カード',
  amount: '金額',
  paymentIntentId: 'お支払い',
  venue: '会場',
  range: '整理番号の範囲',
  public_key: '端末の鍵',
  invite: '招待',
  size: 'ファイルの大きさ',
}
export const fieldName = (field: string) => FIELDS[field] ?? field
export const required = (field: string) => `${field}を入力してください`
export const malformed = (field: string) => `${field}の形式が正しくありません`
export const tooLong = (field: string, max: number) => `${field}は${max}桁以下でなければなりません`
export const tooShort = (field: string, min: number) => `${field}は${min}文字以上で入力してください`

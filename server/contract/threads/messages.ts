export const IMAGES_TOO_MANY = '画像は3枚までです'
export const VIDEO_ALONE = '動画は画像・音声と一緒に付けられません'
export const THUMBNAIL_NEEDED = 'サムネイルを選んでください'
export const TOO_MANY_THREADS = '投稿が続いています。しばらくしてから、もう一度お試しください。'
export const TOO_MANY_COMMENTS =
  'コメントが続いています。しばらくしてから、もう一度お試しください。'

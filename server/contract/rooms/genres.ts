/** Genres of rooms, and their labels. */
export const GENRES = {
  reading: '朗読・本',
  music: '音楽',
  stage: '演劇・お笑い',
  art: 'アート・手しごと',
  cooking: '料理・暮らし',
  nature: '自然・いきもの',
  learning: '学び・趣味',
  games: 'ゲーム',
  talk: 'おしゃべり・ラジオ',
  wellness: '運動・健康',
} as const
export type Genre = keyof typeof GENRES
export const GENRE_IDS = Object.keys(GENRES) as [Genre, ...Genre[]]

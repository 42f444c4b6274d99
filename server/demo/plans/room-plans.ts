import type { Genre } from '#contract/rooms/genres.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Scene, StampArt } from '../pictures.ts'

interface RoomPlan {
  owner: string
  title: string
  genre?: Genre
  /** Separated by blanks. */
  tags: string
  amount: number
  scene: Scene
  tint: string
  /** Number of anonymous members, besides the named ones. */
  anonymousCount: number
  /** Days. */
  age: number
  about: string
  menus?: [string, string][]
  /** Names, and their pictures. */
  stamps?: [string, StampArt][]
  state?: Schema['room']['state']
}

/** In the order in which everything of theirs is written. */
export const ROOM_PLANS: RoomPlan[] = [
  {
    owner: 'aoi',
    title: '夜ふかし喫茶室',
    genre: 'reading',
    tags: '朗読 夜ふかし 読書 喫茶',
    amount: 980,
    scene: 'cafe',
    tint: '#2F5D62',
    anonymousCount: 320,
    age: 2_058,
    about:
      '眠れない夜に、あたたかいものを飲みながら。朗読と小さなおしゃべりの部屋です。毎週金曜の夜八時に灯りがつきます。\n\n・金曜の夜は「夜ふかし朗読会」。短編を一つ、途中でお茶の時間をはさんで読みます。\n・聞くだけの方、途中で眠ってしまう方も歓迎です。\n・トークでは、おすすめの一編や今夜の飲みものを教えてください。',
    menus: [
      ['これまでに読んだ本', 'https://example.com/aoi/list'],
      ['はじめての方へ', 'https://example.com/aoi/first'],
    ],
    stamps: [
      ['ほうじ茶', 'tea'],
      ['拍手', 'cat'],
      ['おやすみ', 'moon'],
    ],
  },
  {
    owner: 'hinata',
    title: '真鍋ひなた 練習室',
    genre: 'music',
    tags: 'ピアノ 弾き語り 練習 音楽',
    amount: 1_200,
    scene: 'winter',
    tint: '#7591AA',
    anonymousCount: 142,
    age: 1_320,
    about:
      '弾けない日も、弾けた日も。ピアノと歌の練習を、そのまま置いておく部屋です。新しい曲はいちばんにここで聞いていただきます。',
    menus: [['公演の予定', 'https://example.com/hinata/live']],
  },
  {
    owner: 'yukie',
    title: '北の台所',
    genre: 'cooking',
    tags: '料理 保存食 北海道',
    amount: 500,
    scene: 'kitchen',
    tint: '#A8422A',
    anonymousCount: 118,
    age: 1_104,
    about:
      '雪の多い町の保存食と、その日のおかず。土曜の昼に台所を開けています。分量はだいたいです。',
  },
  {
    owner: 'akari',
    title: '星見の会',
    genre: 'nature',
    tags: '星空 流星群 天体観測 夜ふかし',
    amount: 0,
    scene: 'stars',
    tint: '#24305C',
    anonymousCount: 164,
    age: 980,
    about: '晴れた夜にだけ開く、望遠鏡のいらない天文部。同じ空を、別々の場所から見上げましょう。',
    menus: [['今夜の空もよう', 'https://example.com/akari/tonight']],
  },
  {
    owner: 'sae',
    title: '植物と暮らす',
    genre: 'nature',
    tags: '観葉植物 ベランダ 園芸相談',
    amount: 300,
    scene: 'plants',
    tint: '#4A8258',
    anonymousCount: 150,
    age: 870,
    about:
      '枯らした話も、芽が出た話も。季節の世話を写真で見せ合う部屋です。水やりのしすぎには、みんなで気をつけましょう。',
  },
  {
    owner: 'ayumu',
    title: '縁側将棋',
    genre: 'games',
    tags: '将棋 詰将棋 初心者歓迎',
    amount: 0,
    scene: 'shogi',
    tint: '#A9774A',
    anonymousCount: 131,
    age: 760,
    about:
      '詰将棋を一日一題。指し方を知らない人も、縁側でお茶を飲むつもりでどうぞ。待ったは一日三回まで。',
  },
  {
    owner: 'tabi',
    title: '各駅停車の旅',
    genre: 'learning',
    tags: '鉄道 ローカル線 旅',
    amount: 480,
    scene: 'train',
    tint: '#B9482F',
    anonymousCount: 74,
    age: 640,
    about:
      '急がない鉄道の旅の記録です。車窓の音と、駅前の食堂。次にどこで降りるかは、みなさんの投票で決めます。',
  },
  {
    owner: 'shima_books',
    title: '島の古本屋',
    genre: 'reading',
    tags: '古本 読書 離島',
    amount: 700,
    scene: 'books',
    tint: '#6B4634',
    anonymousCount: 58,
    age: 540,
    about:
      '船で届いた本を一冊ずつ紹介します。月のおわりに、その月の一冊をみんなで読む夜があります。',
  },
  {
    owner: 'asa',
    title: 'あさ子のラジオじゃない体操',
    genre: 'wellness',
    tags: '体操 朝活 初心者歓迎',
    amount: 0,
    scene: 'morning',
    tint: '#D98A4E',
    anonymousCount: 96,
    age: 500,
    about: '毎朝六時半から十分間。パジャマのままで大丈夫です。カメラはいりません。',
  },
  {
    owner: 'yama_no_kai',
    title: 'ゆっくり登る会',
    genre: 'wellness',
    tags: '登山 低山 装備',
    amount: 0,
    scene: 'mountain',
    tint: '#4E7560',
    anonymousCount: 66,
    age: 430,
    about:
      '標高八百メートルまでの山を、おしゃべりしながら登ります。装備の相談、下山後の温泉の話もこちらで。',
  },
  {
    owner: 'ito',
    title: '糸の間',
    genre: 'art',
    tags: '編みもの 刺し子 手しごと',
    amount: 600,
    scene: 'yarn',
    tint: '#8A6A8F',
    anonymousCount: 62,
    age: 390,
    about:
      '編みもの、刺し子、繕いもの。夜になったら手を動かしながら話しましょう。ほどいた話ほど盛り上がります。',
  },
  {
    owner: 'sanshoya',
    title: '長屋落語会',
    genre: 'stage',
    tags: '落語 寄席 初心者歓迎',
    amount: 800,
    scene: 'yose',
    tint: '#7A2C22',
    anonymousCount: 84,
    age: 350,
    about:
      '二ツ目の山椒家小粒が、月に二席。枕は短め、噺は長め。落語がはじめての方のための「あらすじ回」もあります。',
  },
  {
    owner: 'nekonote',
    title: '保護ねこ日記',
    genre: 'nature',
    tags: '猫 保護猫 見守り',
    amount: 300,
    scene: 'cats',
    tint: '#C9803F',
    anonymousCount: 107,
    age: 320,
    about:
      '預かっているねこたちの毎日です。参加費はごはんと病院に使い、月のはじめに収支をお知らせします。',
  },
  {
    owner: 'film_bu',
    title: 'フィルム写真部',
    genre: 'art',
    tags: '写真 フィルム 散歩',
    amount: 400,
    scene: 'film',
    tint: '#5A474E',
    anonymousCount: 45,
    age: 260,
    about: '撮ってから見るまでに時間のかかる写真を、待つところから楽しむ部です。部活は第二日曜。',
  },
  {
    owner: 'room_staff',
    title: 'Room 編集部のロビー',
    genre: 'talk',
    tags: 'ルームづくり インタビュー',
    amount: 0,
    scene: 'windows',
    tint: '#33484A',
    anonymousCount: 90,
    age: 2_100,
    about:
      '新しい使い方、ルームの紹介、オーナーさんへのインタビュー。はじめての方の質問もこちらでどうぞ。',
    menus: [['はじめての方へ', 'https://example.com/beginners']],
  },
  {
    owner: 'kumo',
    title: '雲を見る人',
    genre: 'nature',
    tags: '雲 空 散歩',
    amount: 0,
    scene: 'clouds',
    tint: '#5E8FB0',
    anonymousCount: 23,
    age: 1_900,
    state: 8 as const,
    about:
      '十年ぶんの雲の写真を置いています。新しい参加は受け付けていません。これまでのみなさん、ありがとうございました。',
  },
  {
    owner: 'mouke',
    title: '絶対に儲かる投資の部屋',
    tags: '投資 副業',
    amount: 9_800,
    scene: 'evening',
    tint: '#444444',
    anonymousCount: 0,
    age: 30,
    state: 9 as const,
    about: '今だけの方法を教えます。',
  },
]

/** Room, person and role. */
export const STAFF = [
  ['aoi', 'yoru_knit', 'moderator'],
  ['aoi', 'maruyama', 'moderator'],
  ['aoi', 'ginji', 'door'],
  ['hinata', 'kei', 'moderator'],
  ['akari', 'tsukiko', 'moderator'],
  ['sanshoya', 'gonta', 'door'],
] as const

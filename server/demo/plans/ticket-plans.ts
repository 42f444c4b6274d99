import type { Schema } from '#server/db/schema.ts'
import type { Scene } from '../pictures.ts'

interface DemoTypePlan
  extends Pick<Schema['ticket_type'], 'name' | 'amount' | 'capacity' | 'note' | 'color'> {
  members?: true
  /** 記号 of its own series of 整理番号. */
  number_prefix?: string
  /** Share of the sold tickets. */
  share: number
}

/** キャンセル待ち of a sold-out ticket, or of this one of its types. */
export interface DemoLinePlan {
  type?: string
  /** Number of people, with `fans` at its end. */
  people: number
  fans: string[]
}

/** A day from today, and a time in Japan. */
type Moment = [days: number, at: string]

/** 抽選販売; its draw is made if its results are due. Only a ticket without types can be drawn by then. */
export interface DemoLotteryPlan {
  opens: Moment
  closes: Moment
  announced: Moment
  ends: Moment
  /** Number of applicants. */
  people: number
  /** Names of those who apply together; of a draw, they win. */
  fans: string[]
}

export interface DemoTicketPlan {
  room: string
  title: string
  about: string
  venue: string
  scene: Scene
  /** Days from today, and a time in Japan; or minutes since doors opened. */
  doors: { days: number; at: string } | { minutesAgo: number }
  amount: number
  capacity: number
  /** 券種, by whose places the tickets are sold in turn. */
  types?: DemoTypePlan[]
  sold: number
  gates?: true
  membersOnly?: true
  noTransfer?: true
  /** Seats of one purchase; 1 unless set. */
  maxSeats?: number
  status?: Schema['digital_ticket']['status']
  haru?: true
  /** Seats that the fan has bought as well: names of those who have accepted theirs, or null for an open link. */
  companions?: (string | null)[]
  /** Its holders may give it back until the doors open (公式リセール). */
  resale?: true
  line?: DemoLinePlan
  /** Sold to nobody but its winners. */
  lottery?: DemoLotteryPlan
  /** Share of the holders who have entered. */
  used?: number
}

export const GATES = [
  { name: 'A入口', from: 1, to: 40 },
  { name: 'B入口', from: 41, to: 80 },
  { name: 'C入口', from: 81, to: 999 },
]

export const TICKET_PLANS: DemoTicketPlan[] = [
  {
    room: 'aoi',
    title: '夜ふかし喫茶室 灯りの朗読会',
    scene: 'stage',
    doors: { days: 8, at: '18:30' },
    amount: 3_500,
    capacity: 200,
    sold: 74,
    gates: true,
    noTransfer: true,
    maxSeats: 4,
    resale: true,
    haru: true,
    companions: ['shiori', null],
    venue: '灯ホール 下北沢',
    about:
      'はじめての、会場での夜ふかしです。灯りを落として、三つの短編を読みます。温かい飲みものを一杯お渡しします。\n\n・開場18:30、開演19:00\n・全席自由、整理番号順の入場です。',
  },
  {
    room: 'aoi',
    title: '小さな朗読会 ひとくちの席',
    scene: 'cafe',
    doors: { minutesAgo: 95 },
    amount: 1_500,
    capacity: 60,
    sold: 38,
    gates: true,
    membersOnly: true,
    used: 0.55,
    venue: '喫茶 ことり（世田谷区）',
    about: '十人ずつの小さな席で。お茶とお菓子がつきます。',
  },
  {
    room: 'aoi',
    title: '朗読会「ことばの庭」',
    scene: 'plants',
    doors: { days: -40, at: '13:30' },

    amount: 3_000,
    capacity: 120,
    sold: 61,
    gates: true,
    haru: true,
    used: 0.95,
    venue: '旧山本家住宅 庭園',
    about: '庭に面した座敷で、秋の詩を読みました。',
  },
  {
    room: 'aoi',
    title: '朗読の遠足 花巻（下書き）',
    scene: 'train',
    doors: { days: 140, at: '09:00' },
    amount: 8_000,
    capacity: 40,
    sold: 0,
    status: 'draft',
    venue: '花巻駅前 集合',
    about: '賢治の歩いた道を、ゆっくり歩きます。',
  },
  {
    room: 'aoi',
    title: '夜ふかし喫茶室 船上の朗読会',
    scene: 'boat',
    doors: { days: 40, at: '17:30' },
    amount: 4_000,
    capacity: 48,
    sold: 0,
    gates: true,
    types: [
      { name: 'デッキ席', amount: 6_000, capacity: 12, note: '', color: 'purple', share: 0 },
      { name: '窓ぎわ席', amount: 5_000, capacity: 16, note: '', color: 'blue', share: 0 },
      { name: '船室席', amount: 4_000, capacity: null, note: '', color: 'green', share: 0 },
    ],
    lottery: {
      opens: [-3, '12:00'],
      closes: [4, '23:00'],
      announced: [5, '12:00'],
      ends: [20, '23:00'],
      people: 132,
      fans: [],
    },
    venue: '浅草 二天門桟橋',
    about:
      '川をくだりながら、水辺の短編を二つ読みます。橋をくぐるたびに、すこし休みます。\n\n・17:30乗船、18:00出航。20:00ごろ、同じ桟橋に戻ります。\n・お席は抽選です。先着順ではありませんので、ゆっくりお申し込みください。',
  },
  {
    room: 'aoi',
    title: '夜ふかし喫茶室 蔵の朗読会',
    scene: 'books',
    doors: { days: 16, at: '18:00' },
    amount: 4_500,
    capacity: 30,
    sold: 0,
    gates: true,
    lottery: {
      opens: [-12, '12:00'],
      closes: [-2, '23:00'],
      announced: [-1, '12:00'],
      ends: [10, '23:00'],
      people: 94,
      fans: ['haru', 'shiori'],
    },
    venue: '旧酒蔵 石の間（谷中）',
    about:
      '百年の酒蔵で、蝋燭の灯りだけで読みます。三十人だけの夜です。\n\n・開場18:00、開演18:30。\n・お席は抽選です。',
  },
  {
    room: 'hinata',
    title: '真鍋ひなた ピアノ弾き語り「夜のはじまり」',
    scene: 'piano',
    doors: { days: 8, at: '18:30' },
    amount: 4_500,
    capacity: 180,
    sold: 71,
    gates: true,
    venue: '灯ホール 下北沢',
    about: '新しい曲を三つ、初めて人前で弾きます。',
  },
  {
    room: 'yukie',
    title: '味噌仕込み会（旭川の台所）',
    scene: 'miso',
    doors: { days: 15, at: '13:30' },

    amount: 2_800,
    maxSeats: 2,
    capacity: 24,
    sold: 24,
    resale: true,
    line: { people: 5, fans: ['haru'] },
    venue: '森田食品工房',
    noTransfer: true,
    about: '樽ごとお持ち帰りいただけます。エプロンをお持ちください。',
  },
  {
    room: 'sanshoya',
    title: '長屋落語会 灯ともし寄席',
    scene: 'yose',
    doors: { days: 36, at: '17:30' },

    amount: 2_500,
    capacity: 80,
    sold: 44,
    gates: true,
    venue: '深川 長屋亭',
    about: '三席と、おしるこ。',
  },
  {
    room: 'sanshoya',
    title: '長屋落語会 木戸あき寄席',
    scene: 'yose',
    doors: { days: 58, at: '17:30' },
    amount: 2_500,
    capacity: 80,
    sold: 26,
    gates: true,
    resale: true,
    line: { type: '桟敷席', people: 4, fans: [] },
    types: [
      {
        name: '桟敷席',
        amount: 3_500,
        capacity: 9,
        note: '',
        color: 'purple',
        share: 0.35,
        number_prefix: 'S',
      },
      { name: '椅子席', amount: 2_500, capacity: null, note: '', color: 'blue', share: 0.5 },
      {
        name: '学割',
        amount: 1_500,
        capacity: 20,
        note: '学生証を確認します',
        color: 'orange',
        share: 0.15,
        number_prefix: '学',
      },
    ],
    venue: '深川 長屋亭',
    about: '四席と、お茶。前のほうは桟敷です。',
  },
  {
    room: 'akari',
    title: '屋上観望会',
    scene: 'stars',
    doors: { days: 25, at: '19:00' },
    amount: 0,
    capacity: 50,
    sold: 31,
    venue: '区民会館 屋上',
    about: '無料です。曇ったら、星の歌を数えます。',
  },
  {
    room: 'akari',
    title: 'みんなの観望会',
    scene: 'stars',
    doors: { days: -13, at: '18:00' },
    amount: 0,
    capacity: 50,
    sold: 28,
    status: 'cancelled',
    venue: '区民会館 屋上',
    about: '雨のため中止しました。',
  },
]

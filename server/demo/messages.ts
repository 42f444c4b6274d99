import { defined, entryOf } from '#contract/lib/defined.ts'
import type { Schema } from '#server/db/schema.ts'
import { readersOf } from './members.ts'
import type { DemoPerson } from './people.ts'
import type { DemoRoom } from './rooms.ts'
import { type Book, DAY, HOUR, MINUTE } from './tables.ts'

interface PlannedMessage {
  /** Null: the service. */
  by: string | null
  text: string
  /** Milliseconds before now. */
  ago: number
}

/** Adds conversations with unread messages, and the unread counters. */
export function addMessages(
  book: Book,
  people: Map<string, DemoPerson>,
  rooms: Map<string, DemoRoom>,
) {
  const id = (name: string) => entryOf(people, name).id
  const aoi = entryOf(rooms, 'aoi')
  for (const [name, messages, unread] of talks) {
    const lines = messages.map(([host, text, ago]) => ({
      by: host ? id('aoi') : id(name),
      text,
      ago,
    }))
    const about = { kind: 'room', room_id: aoi.id, member_id: id(name), title: aoi.title } as const
    converse(book, about, lines, [
      { user: id(name), unread: unread === 'member' ? 1 : 0 },
      { user: id('aoi'), unread: unread === 'owner' ? 1 : 0 },
    ])
  }
  const hinata = entryOf(rooms, 'hinata')
  converse(
    book,
    { kind: 'room', room_id: hinata.id, member_id: id('haru'), title: hinata.title },
    [
      {
        by: id('haru'),
        text: '秋の弾き語り、最後の子守歌がずっと頭の中で鳴っています。',
        ago: 4 * DAY,
      },
      {
        by: id('hinata'),
        text: 'ありがとうございます。あの曲、名前がまだないんです。',
        ago: 4 * DAY - HOUR,
      },
    ],
    [
      { user: id('haru'), unread: 0 },
      { user: id('hinata'), unread: 0 },
    ],
  )
  for (const plan of announcements) announce(book, entryOf(rooms, plan.room), plan)
  for (const person of ['aoi', 'haru', 'sora', 'unei'])
    converse(
      book,
      { kind: 'system', room_id: null, title: 'Room 運営から' },
      [{ by: null, text: WELCOME, ago: person === 'sora' ? 40 * MINUTE : 190 * DAY }],
      [{ user: id(person), unread: person === 'sora' ? 1 : 0 }],
    )
}

const WELCOME =
  'ご登録ありがとうございます。気になるルームを見つけたら、まずは紹介をのぞいてみてください。使い方は「はじめての方へ」にまとめています。'

type Line = [host: 0 | 1, text: string, ago: number]
const talks: [name: string, lines: Line[], unread: 'owner' | 'member' | 'nobody'][] = [
  [
    'haru',
    [
      [0, 'はじめまして。いつも台所で聞いています。', 12 * DAY],
      [1, '台所で！うれしいです。どんなものを作りながら？', 12 * DAY - 2 * HOUR],
      [0, 'たいてい味噌汁です。先週は聞き入って煮立たせました。', 11 * DAY],
      [1, '「夢十夜」のリクエスト、覚えています。冬のうちに読みますね。', 3 * HOUR],
    ],
    'member',
  ],
  [
    'chiyo',
    [
      [0, '孫に教わって登録いたしました。文字を大きくすることはできますか。', 2 * DAY],
      [
        1,
        'ご登録ありがとうございます。お使いの端末の設定で大きくすると、こちらの画面も大きくなります。',
        2 * DAY - 3 * HOUR,
      ],
      [0, 'できました。よく見えます。ありがとうございます。', 50 * MINUTE],
    ],
    'owner',
  ],
  ['rin', [[0, '朗読をはじめたいのですが、何から練習すればいいでしょうか。', 6 * HOUR]], 'owner'],
  [
    'shunpei',
    [
      [0, '夜勤の休憩室より、今夜も聞きます。', 8 * DAY],
      [1, '休憩室のおふたりに、乾杯。', 8 * DAY - 30 * MINUTE],
    ],
    'nobody',
  ],
]

const announcements = [
  {
    room: 'aoi',
    title: '第十三夜のチケットについて',
    ago: 4 * DAY,
    text: '第十三夜「注文の多い料理店」のチケットを用意しました。見逃し配信は14日間です。',
  },
  {
    room: 'yukie',
    title: '味噌の材料をお送りします',
    ago: 9 * HOUR,
    text: '味噌仕込みの材料表ができました。大豆は前の晩から水につけてください。',
  },
  {
    room: 'akari',
    title: '流星群の夜のお願い',
    ago: 6 * DAY,
    text: '当日は画面が暗くなります。目がなれるまで十五分ほど、そのままお待ちください。',
  },
]

/** An announcement to all members; most have read it. */
function announce(
  book: Book,
  room: DemoRoom,
  { title, text, ago }: (typeof announcements)[number],
) {
  const { id } = book.add('announcement', {
    id: book.newId(),
    room_id: room.id,
    author_id: room.owner_id,
    title,
    text,
    created_at: book.ago(ago),
    client_id: null,
  })
  const messages = [{ by: room.owner_id, text, ago }]
  const members = readersOf(book, room).map((user) => ({
    user,
    unread: book.random() < 0.2 || ago < DAY ? (1 as const) : (0 as const),
  }))
  // As the inbox of each member has it: under the id of the announcement.
  converse(book, { id, kind: 'announcement', room_id: room.id, title }, messages, members)
}

function converse(
  book: Book,
  about: Pick<Schema['conversation'], 'kind' | 'room_id' | 'title'> &
    Partial<Pick<Schema['conversation'], 'id' | 'member_id'>>,
  messages: PlannedMessage[],
  members: { user: string; unread: 0 | 1 }[],
) {
  const first = defined(messages[0], 'the first message')
  const last = defined(messages.at(-1), 'the last message')
  const { id: conversation_id } = book.add('conversation', {
    id: book.newId(),
    member_id: null,
    ...about,
    last_text: last.text,
    last_at: book.ago(last.ago),
    created_at: book.ago(first.ago),
  })
  for (const { by, text, ago } of messages)
    book.add('message', {
      id: book.newId(),
      conversation_id,
      author_id: by,
      text,
      created_at: book.ago(ago),
      client_id: null,
      hidden_by: null,
    })
  for (const { user, unread } of members)
    book.add('conversation_member', {
      conversation_id,
      user_id: user,
      unread,
      last_read_at: unread ? null : book.ago(last.ago - MINUTE),
    })
}

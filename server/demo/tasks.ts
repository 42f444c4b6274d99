import { defined, entryOf } from '#contract/lib/defined.ts'
import type { Schema } from '#server/db/schema.ts'
import { plain } from '#server/features/words/ng.ts'
import { readersOf } from './members.ts'
import type { DemoPerson } from './people.ts'
import { REPORTED_COMMENT } from './plans/comment-lines.ts'
import type { DemoRoom } from './rooms.ts'
import { type Book, DAY, HOUR } from './tables.ts'

/** Words that nobody writes in the demo. */
const BANNED_WORDS = ['裏アカ募集', '即金バイト', '個人間送金'] as const

/** Adds what waits for an operator: reports, takedown requests and a disclosure request; and the words they banned. */
export function addTasks(
  book: Book,
  people: Map<string, DemoPerson>,
  rooms: Map<string, DemoRoom>,
) {
  const operator = entryOf(people, 'unei').id
  const taken = [
    { kind: 'report', task_id: defined(addReports(book, people, rooms)[0], 'a report') },
    { kind: 'takedown', task_id: defined(addTakedowns(book, people, rooms)[0], 'a takedown') },
  ] as const
  book.add('disclosure_request', {
    id: book.newId(),
    seller_id: entryOf(people, 'nekonote').id,
    name: '佐久間 洋子',
    email: 'sakuma@example.com',
    reason: '購入したチケットの返金について、書面でご連絡したいためです。',
    state: 'open',
    created_at: book.ago(2 * DAY + 3 * HOUR),
    done_at: null,
    declined_for: null,
    reminded_at: null,
  })
  for (const [n, word] of BANNED_WORDS.entries()) {
    const created_at = book.ago((40 + n * 11) * DAY)
    book.add('ng_word', { id: book.newId(), word, folded: plain(word), created_at })
  }
  for (const task of taken)
    book.add('task_assignment', { ...task, operator_id: operator, assigned_at: book.ago(HOUR) })
}

/** Returns the ids of the reports. */
function addReports(
  book: Book,
  people: Map<string, DemoPerson>,
  rooms: Map<string, DemoRoom>,
): string[] {
  const readers = readersOf(book, entryOf(rooms, 'aoi'))
  const comment = defined(
    book.rows.comment.find(({ text }) => text === REPORTED_COMMENT),
    'the reported comment',
  )
  const [first = '', second = ''] = readers.filter((reader) => reader !== comment.author_id)
  const ofComment: Pick<Schema['report'], 'kind' | 'target_id' | 'author_id' | 'evidence'> = {
    kind: 'comment',
    target_id: comment.id,
    author_id: comment.author_id,
    evidence: JSON.stringify({ text: comment.text, created_at: comment.created_at }),
  }
  const sender = entryOf(people, 'mouke')
  const ofSender: typeof ofComment = {
    kind: 'user',
    target_id: sender.id,
    author_id: sender.id,
    evidence: JSON.stringify({ name: sender.name, display_name: sender.display_name }),
  }
  const plans = [
    {
      ...{ content: ofComment, reporter_id: first, category: 'harassment', hours: 40 },
      reason: 'まだ聞いていない人をからかっているように読めます。',
    },
    {
      ...{ content: ofComment, reporter_id: second, category: 'other', hours: 31 },
      reason: '結末が書かれています。これから聞く人が困ります。',
    },
    {
      ...{ content: ofSender, reporter_id: first, category: 'spam', hours: 9 },
      reason: '名前を変えて、同じ宣伝を何度もしています。',
    },
  ]
  return plans.map(({ hours, content, ...plan }) => {
    const { id } = book.add('report', {
      ...content,
      ...plan,
      id: book.newId(),
      event_id: null,
      status: 'open',
      decided_by: null,
      decided_at: null,
      created_at: book.ago(hours * HOUR),
      moderation_id: null,
    })
    return id
  })
}

const UNANSWERED = {
  state: 'open',
  behalf: '',
  requester_id: null,
  inquired_at: null,
  answer_until: null,
  answer: null,
  answer_text: '',
  answered_at: null,
  decided_at: null,
  moderation_id: null,
} as const

type TakedownPlan = Partial<Schema['takedown']> &
  Omit<Schema['takedown'], keyof typeof UNANSWERED | 'id' | 'number' | 'author_id'>

/** Returns the ids of the requests. */
function addTakedowns(
  book: Book,
  people: Map<string, DemoPerson>,
  rooms: Map<string, DemoRoom>,
): string[] {
  const film = entryOf(rooms, 'film_bu')
  const owner = entryOf(people, 'film_bu')
  const thread = defined(
    book.rows.thread.find(({ room_id }) => room_id === film.id),
    'a thread of the film club',
  )
  const plans: TakedownPlan[] = [
    {
      kind: 'thread',
      target_id: thread.id,
      url: `/community/film_bu/talk/${thread.id}`,
      claimed: 'copyright',
      claim: '写真はわたしが撮影したものです。掲載を許可していません。',
      name: '高橋 直樹',
      email: 'takahashi@example.com',
      state: 'inquired',
      created_at: book.ago(3 * DAY),
      inquired_at: book.ago(20 * HOUR),
      answer_until: book.ago(-6 * DAY),
      evidence: JSON.stringify({ title: thread.title, text: thread.text }),
    },
    {
      kind: 'room',
      target_id: film.id,
      url: '/community/film_bu',
      claimed: 'trademark',
      claim: 'ルームの名前が、当会の登録商標とまぎらわしく使われています。',
      name: '井上 まどか',
      email: 'inoue@example.com',
      behalf: '映画愛好会ひかり',
      created_at: book.ago(5 * HOUR),
      evidence: JSON.stringify({ title: film.title, about: film.about }),
    },
  ]
  const ids = plans.map((plan, n) => {
    const row = { ...UNANSWERED, ...plan, id: book.newId(), number: n + 1, author_id: owner.id }
    return book.add('takedown', row).id
  })
  book.add('counter', { name: 'takedown', last: ids.length })
  return ids
}

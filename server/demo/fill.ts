import { entryOf } from '#contract/lib/defined.ts'
import type { Tx } from '#server/db/schema.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import { eventText } from '#server/features/events/present.ts'
import { userText } from '#server/features/profile/member.ts'
import { roomText } from '#server/features/rooms/present.ts'
import { indexTicket } from '#server/features/tickets/search-text.ts'
import type { Deps } from '#server/process/deps.ts'
import { isDemoHistory } from './demo-history.ts'
import { addEvents } from './events.ts'
import { addMembers } from './members.ts'
import { addMessages } from './messages.ts'
import { addNews } from './news.ts'
import { addNotifications } from './notifications.ts'
import { addPayouts } from './payouts.ts'
import { addFollows, addPeople } from './people.ts'
import { putPictures } from './pictures.ts'
import { introduce } from './provider.ts'
import { addRooms } from './rooms.ts'
import { addCards, addSellers } from './sellers.ts'
import { settleCounters } from './settle.ts'
import { type Book, openBook, TABLES } from './tables.ts'
import { addTasks } from './tasks.ts'
import { addThreads } from './threads.ts'
import { addTickets } from './tickets.ts'

const PASSWORD = 'password'
/** Below both engines' limit of values per statement. */
const MAX_VALUES = 30_000
const MAX_ROWS = 500

type DemoDeps = Pick<Deps, 'db' | 'engine' | 'clock' | 'newId' | 'media' | 'secrets' | 'config'>

/** Fills an empty database with the demo in one transaction; false if there are users already. */
export async function fillDemo(deps: DemoDeps): Promise<boolean> {
  if (await isDemoHistory(deps.db)) return false
  const [passwordHash] = await Promise.all([hashPassword(PASSWORD), putPictures(deps.media)])
  const book = await writeBook(deps, passwordHash)
  await introduce(book, deps.config)
  return deps.db.transaction().execute(async (tx) => {
    // Nodes that start together take turns: the second finds the demo.
    await deps.engine.lockMigrations(tx)
    if (await isDemoHistory(tx)) return false
    for (const table of TABLES) await insertAll(tx, table, book.rows[table])
    await index(tx, deps.engine, book)
    return true
  })
}

async function writeBook({ clock, newId, secrets }: DemoDeps, passwordHash: string): Promise<Book> {
  const book = openBook(clock.now(), newId)
  const people = addPeople(book, passwordHash)
  const rooms = addRooms(book, people)
  addSellers(book, people)
  addCards(book, people)
  addMembers(book, people, rooms)
  addFollows(book, people)
  addThreads(book, people, rooms)
  addEvents(book, people, rooms)
  await addTickets(book, people, rooms, secrets)
  for (const name of ['aoi', 'hinata', 'yukie', 'sanshoya']) addPayouts(book, entryOf(people, name))
  addMessages(book, people, rooms)
  for (const name of ['aoi', 'haru', 'sora', 'chiyo'])
    addNotifications(book, entryOf(people, name).id)
  addTasks(book, people, rooms)
  addNews(book)
  settleCounters(book)
  book.add('counter', { name: 'receipt', last: book.rows.receipt.length })
  return book
}

async function insertAll(tx: Tx, table: (typeof TABLES)[number], rows: object[]) {
  const columns = Object.keys(rows[0] ?? { none: 0 }).length
  const size = Math.min(MAX_ROWS, Math.floor(MAX_VALUES / columns))
  for (let at = 0; at < rows.length; at += size)
    await tx
      .insertInto(table)
      // The book has typed each row by its table; here the table is any of them.
      .values(rows.slice(at, at + size) as never)
      .execute()
}

async function index(tx: Tx, engine: Deps['engine'], { rows }: Book) {
  const { search } = engine
  const owners = new Map(rows.user.map((user) => [user.id, user]))
  const rooms = new Map(rows.room.map((room) => [room.id, room]))
  for (const user of rows.user) await search.put(tx, 'user', user.id, userText(user))
  for (const room of rows.room)
    await search.put(tx, 'room', room.id, roomText(room, entryOf(owners, room.owner_id)))
  for (const event of rows.event)
    await search.put(tx, 'event', event.id, eventText(event, entryOf(rooms, event.room_id)))
  for (const ticket of rows.digital_ticket)
    await indexTicket({ engine }, tx, ticket, entryOf(rooms, ticket.room_id))
}

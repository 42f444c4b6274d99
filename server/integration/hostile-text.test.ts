import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { door } from '#contract/door/calls.ts'
import { events } from '#contract/events/calls.ts'
import { RequestError } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { tidyMessage } from '#contract/inbox/message-text.ts'
import { tidyText } from '#contract/lib/tidy.ts'
import { live } from '#contract/live/calls.ts'
import { readVtt } from '#contract/live/captions.ts'
import { tidyTalk } from '#contract/live/talk-text.ts'
import { operatorBannedWords } from '#contract/operator/banned-words/calls.ts'
import { operatorHelp } from '#contract/operator/help/calls.ts'
import { operatorNews } from '#contract/operator/news/calls.ts'
import { operatorPeople } from '#contract/operator/people/calls.ts'
import { operatorTakedowns } from '#contract/operator/takedowns/calls.ts'
import { operatorTexts } from '#contract/operator/texts/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { reports } from '#contract/reports/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { joinTags, tagsIn } from '#contract/shared/tags.ts'
import { stamps } from '#contract/stamps/calls.ts'
import { takedowns } from '#contract/takedowns/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { AWKWARD } from '#server/testing/hostile-text.ts'
import {
  inHours,
  makeDigitalTicket,
  makeEvent,
  makeMember,
  makeRoom,
  makeSale,
  makeThread,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { databaseNames, isFull } from '#server/testing/names.ts'
import { nameOf, readColumns } from '#server/testing/schema-source.ts'
import { typeInput } from '#server/testing/ticket-types.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const line = (text: string) => tidyText(text, 1)
const lines = (text: string) => tidyText(text, 500)
/** Expected form of a text with several lines. */
const markdown = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()
const plain = (text: string) => text.trim()
/** A line break ends a caption, or belongs to it: written as a blank. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ')
const caption = (text: string) => tidyText(oneLine(text), 6).replaceAll(/\n+/g, '\n')
const tags = (text: string) => joinTags(tagsIn(text))
const AOI = { id: 'aoi' }
const THREAD = { roomid: 'aoi', threadid: 'thread' }
const EVENT = { id: 'live' }
const TICKET = { roomid: 'aoi', id: 'ticket' }

interface Field {
  field: string
  /** Those that others read. */
  columns?: string[]
  /** Expected stored form of a typed text. */
  stored: (typed: string) => string
  /** Writes it, and returns it as others see it; null if there is nothing to see. */
  write: (world: World, text: string) => Promise<string | null>
}
/** All fields are normalized by the same few functions: between them they try every text, each field a share. */
const SHARES = isFull ? 4 : 16
const shareOf = (nth: number) => AWKWARD.filter((_, n) => n % SHARES === nth % SHARES)
/** Storage does not depend on the field: on the second engine a few are enough. */
const ON_BOTH = ['a display name', 'a thread’s text', 'a line of a talk']
const TIMEOUT_MS = 120_000
const owner = (world: World) => world.as('aoi')
const reader = (world: World) => world.as('fan')
const operator = (world: World) => world.as('admin')
const aFewLines = (text: string) => tidyText(text, 30)
const askTakedown = (world: World, overrides: { claim?: string; name?: string }) =>
  world.as(null)(takedowns.askTakedown, {
    body: {
      url: '/aoi',
      claimed: 'copyright',
      claim: 'い',
      name: 'い',
      email: 'asks@example.com',
      faith: true,
      ...overrides,
    },
  })
const newest = async (world: World) => {
  const row = world.db.selectFrom('takedown').select('id').orderBy('number', 'desc')
  return { params: await row.executeTakeFirstOrThrow() }
}

/** Every text field that people read. */
const FIELDS: Field[] = [
  {
    field: 'a display name',
    columns: ['user.display_name'],
    stored: line,
    write: async (world, text) => {
      await owner(world)(account.changeProfile, { body: formOf({ display_name: text }) })
      return (await reader(world)(account.getProfile, { params: { name: 'aoi' } })).display_name
    },
  },
  {
    field: 'what one says of oneself',
    columns: ['user.about'],
    stored: lines,
    write: async (world, text) => {
      await owner(world)(account.changeProfile, { body: formOf({ about: text }) })
      return (await reader(world)(account.getProfile, { params: { name: 'aoi' } })).about
    },
  },
  {
    field: 'the name of a link',
    columns: ['profile_link.title'],
    stored: line,
    write: async (world, text) => {
      const links = JSON.stringify([{ title: text, url: 'https://example.com' }])
      await owner(world)(account.changeProfile, { body: formOf({ links }) })
      return (await reader(world)(account.getProfile, { params: { name: 'aoi' } })).links[0]!.title
    },
  },
  {
    field: 'a room’s title',
    columns: ['room.title'],
    stored: line,
    write: async (world, text) => {
      await owner(world)(rooms.changeRoom, { params: AOI, body: formOf({ title: text }) })
      return (await reader(world)(rooms.getRoom, { params: AOI })).title
    },
  },
  {
    field: 'what a room is',
    columns: ['room.about'],
    stored: lines,
    write: async (world, text) => {
      await owner(world)(rooms.changeRoom, { params: AOI, body: formOf({ about: text }) })
      return (await reader(world)(rooms.getRoom, { params: AOI })).about
    },
  },
  {
    field: 'a room’s tags',
    columns: ['room.tags'],
    stored: tags,
    write: async (world, text) => {
      await owner(world)(rooms.changeRoom, { params: AOI, body: formOf({ tags: text }) })
      return joinTags((await reader(world)(rooms.getRoom, { params: AOI })).tags)
    },
  },
  {
    field: 'the name of a room’s link',
    columns: ['room_menu.title'],
    stored: line,
    write: async (world, text) => {
      const room_menus = JSON.stringify([{ title: text, url: 'https://example.com' }])
      await owner(world)(rooms.changeRoom, { params: AOI, body: formOf({ room_menus }) })
      return (await reader(world)(rooms.getRoom, { params: AOI })).room_menus[0]?.title ?? null
    },
  },
  {
    field: 'the name of a room’s stamp',
    columns: ['stamp.name'],
    stored: line,
    write: async (world, text) => {
      const image = new File([await picture(9, 9)], 'a.png')
      const body = formOf({ stamp_name: text, image })
      const { id } = await owner(world)(stamps.addStamp, { params: AOI, body })
      const shown = await reader(world)(stamps.listStamps, { params: AOI })
      await owner(world)(stamps.removeStamp, { params: { ...AOI, stamp_id: id } })
      return shown.find((stamp) => stamp.id === id)!.name
    },
  },
  {
    field: 'an event’s title',
    columns: ['event.title'],
    stored: line,
    write: async (world, text) => {
      await owner(world)(events.changeOwn, { params: EVENT, body: formOf({ title: text }) })
      return (await reader(world)(events.getEvent, { params: EVENT })).title
    },
  },
  {
    field: 'what an event is',
    columns: ['event.about'],
    stored: lines,
    write: async (world, text) => {
      await owner(world)(events.changeOwn, { params: EVENT, body: formOf({ about: text }) })
      return (await reader(world)(events.getEvent, { params: EVENT })).about
    },
  },
  {
    field: 'an event’s tags',
    columns: ['event.tags'],
    stored: tags,
    write: async (world, text) => {
      await owner(world)(events.changeOwn, { params: EVENT, body: formOf({ tags: text }) })
      return joinTags((await reader(world)(events.getEvent, { params: EVENT })).tags)
    },
  },
  {
    field: 'the name of a door',
    stored: line,
    write: async (world, text) => {
      const body = { name: text, range: null }
      const { id: gid } = await owner(world)(door.createGate, { params: TICKET, body })
      const gates = await owner(world)(door.listGates, { params: TICKET })
      await owner(world)(door.revokeGate, { params: { ...TICKET, gid } })
      return gates.find(({ id }) => id === gid)!.name
    },
  },
  {
    field: 'a ticket’s title, text and venue',
    columns: ['digital_ticket.title', 'digital_ticket.about', 'digital_ticket.venue'],
    stored: (typed) => [line(typed), lines(typed), line(typed)].join('|'),
    write: async (world, text) => {
      const body = formOf({ title: text, about: text, venue: text })
      await owner(world)(tickets.changeTicket, { params: TICKET, body })
      const ticket = await reader(world)(tickets.getDigitalTicket, { params: TICKET })
      return [ticket.title, ticket.about, ticket.venue].join('|')
    },
  },
  {
    field: 'a ticket type’s name and note',
    columns: ['ticket_type.name', 'ticket_type.note'],
    stored: (typed) => [line(typed), line(typed)].join('|'),
    write: async (world, text) => {
      const types = JSON.stringify([typeInput({ name: text, note: text })])
      await owner(world)(tickets.changeTicket, { params: TICKET, body: formOf({ types }) })
      const ticket = await reader(world)(tickets.getDigitalTicket, { params: TICKET })
      return ticket.types.map(({ name, note }) => [name, note].join('|')).join()
    },
  },
  {
    field: 'a thread’s title',
    columns: ['thread.title'],
    stored: line,
    write: async (world, text) => {
      await owner(world)(posting.changeThread, { params: THREAD, body: formOf({ title: text }) })
      return (await reader(world)(threads.getThread, { params: THREAD })).title
    },
  },
  {
    field: 'a thread’s text',
    columns: ['thread.text'],
    stored: lines,
    write: async (world, text) => {
      await owner(world)(posting.changeThread, { params: THREAD, body: formOf({ text }) })
      return (await reader(world)(threads.getThread, { params: THREAD })).text ?? null
    },
  },
  {
    field: 'a comment',
    columns: ['comment.text'],
    stored: (typed) => tidyText(typed, 50),
    write: async (world, text) => {
      const { id } = await owner(world)(posting.postComment, { params: THREAD, body: { text } })
      const query = { limit: 100 }
      const { items } = await reader(world)(threads.listComments, { params: THREAD, query })
      await owner(world)(posting.deleteComment, { params: { ...THREAD, commentid: id } })
      return items.find((comment) => comment.id === id)!.text
    },
  },
  {
    field: 'a line of a talk',
    columns: ['talk.message'],
    stored: tidyTalk,
    write: async (world, text) => {
      const posted = await owner(world)(live.postTalk, { params: EVENT, body: { message: text } })
      return (await reader(world)(live.listTalk, { params: EVENT })).at(-1)?.id === posted.id
        ? posted.message
        : null
    },
  },
  {
    field: 'a caption',
    columns: ['caption.text'],
    stored: caption,
    write: async (world, text) => {
      const params = { id: 'past', language: 'ja' }
      const words = oneLine(text)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
      const file = `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}`
      await owner(world)(live.putCaption, {
        params,
        body: new Blob([file], { type: 'application/octet-stream' }),
      })
      const shown = readVtt((await owner(world)(live.getCaption, { params })).text)
      return typeof shown === 'string' ? null : shown[0]!.text
    },
  },
  {
    field: 'a message',
    stored: tidyMessage,
    write: async (world, text) => {
      const { id, conversation_id } = await reader(world)(inbox.writeToOwner, {
        params: AOI,
        body: { text },
      })
      const { messages } = await owner(world)(inbox.getConversation, {
        params: { id: conversation_id },
      })
      return messages.find((message) => message.id === id)!.text
    },
  },
  {
    field: 'what a room tells its members',
    columns: ['announcement.title', 'announcement.text'],
    stored: (typed) => [tidyMessage(typed).replaceAll('\n', ' '), tidyMessage(typed)].join('|'),
    write: async (world, text) => {
      await owner(world)(inbox.announce, { params: AOI, body: { title: text, text } })
      const { items } = await owner(world)(inbox.listConversations, { query: { limit: 1 } })
      const params = { id: items[0]!.id }
      const { title, messages } = await owner(world)(inbox.getConversation, { params })
      return [title, messages.at(-1)!.text].join('|')
    },
  },
  {
    field: 'the addressee of a receipt',
    columns: ['receipt.addressee'],
    stored: line,
    write: async (world, addressee) => {
      const row = { buyer_id: 'fan', seller_id: 'aoi' }
      const id = await makeSale(world, row)
      const facts = { id, order_id: id, kind: 'sale', number: id, body: '{}' } as const
      await world.add('receipt', { ...facts, issued_at: world.clock.now().toISOString() })
      await reader(world)(orders.nameReceipt, { params: { id }, body: { addressee } })
      const { items } = await reader(world)(orders.listPayments, { query: { limit: 1 } })
      return items[0]!.addressee!
    },
  },
  {
    field: 'what a ticket holder needs',
    stored: lines,
    write: async (world, needs) => {
      const of = { params: { id: TICKET.id }, body: {} }
      const { ticket_id: id } = await reader(world)(tickets.joinTicket, of)
      await reader(world)(tickets.setEntrant, { params: { id }, body: { needs } })
      return (await reader(world)(tickets.getIssued, { params: { id } })).entrant?.needs ?? ''
    },
  },
  {
    field: 'the name on a ticket of paper',
    stored: line,
    write: async (world, paper_name) => {
      await world.db.deleteFrom('paper_ticket').execute()
      const of = { params: { id: TICKET.id }, body: {} }
      const { ticket_id: id } = await reader(world)(tickets.joinTicket, of)
      await reader(world)(tickets.issuePaper, { params: { id }, body: { paper_name } })
      return (await reader(world)(tickets.getIssued, { params: { id } })).paper_name ?? ''
    },
  },
  {
    field: 'feedback',
    stored: plain,
    write: async (world, text) => {
      await reader(world)(account.sendFeedback, { body: { category: 'other', text } })
      const rows = await world.db.selectFrom('feedback').select('text').execute()
      await world.db.deleteFrom('feedback').execute()
      return rows.at(-1)!.text
    },
  },
  {
    field: 'the reason of a report',
    stored: plain,
    write: async (world, reason) => {
      await reader(world)(reports.report, { body: { kind: 'thread', id: 'thread', reason } })
      const rows = await world.db.selectFrom('report').select('reason').execute()
      await world.db.deleteFrom('report').execute()
      return rows.at(-1)!.reason
    },
  },
  {
    field: 'what violates a right',
    stored: aFewLines,
    write: async (world, claim) => {
      await askTakedown(world, { claim })
      return (await operator(world)(operatorTakedowns.getTakedown, await newest(world))).claim
    },
  },
  {
    field: 'the name of whoever says so',
    stored: line,
    write: async (world, name) => {
      await askTakedown(world, { name })
      return (await operator(world)(operatorTakedowns.getTakedown, await newest(world))).name
    },
  },
  {
    field: 'why an operator decided so',
    stored: aFewLines,
    write: async (world, reason) => {
      await askTakedown(world, {})
      const decided = await operator(world)(operatorTakedowns.decideTakedown, {
        ...(await newest(world)),
        body: { outcome: 'declined', reason },
      })
      return decided.decision!.reason
    },
  },
  {
    field: 'why an operator stops somebody',
    stored: aFewLines,
    write: async (world, reason) => {
      const params = { name: 'fan' }
      try {
        const suspended = await operator(world)(operatorPeople.suspendPerson, {
          params,
          body: { reason },
        })
        return suspended.suspension!.reason
      } finally {
        await operator(world)(operatorPeople.restorePerson, { params, body: { reason: 'い' } })
      }
    },
  },
  {
    field: 'a word that nobody may write',
    stored: plain,
    write: async (world, word) => {
      const { id } = await operator(world)(operatorBannedWords.addWord, {
        body: { word, reason: 'い' },
      })
      const words = await operator(world)(operatorBannedWords.listBannedWords, {})
      await operator(world)(operatorBannedWords.removeWord, {
        params: { id },
        body: { reason: 'い' },
      })
      return words.find((one) => one.id === id)!.word
    },
  },
  {
    field: 'a news’ title, lead and body',
    stored: (typed) => [line(typed), line(typed), markdown(typed)].join('|'),
    write: async (world, text) => {
      const body = formOf({ slug: 'haru', title: text, lead: text, body: text })
      const { version } = await operator(world)(operatorNews.createArticle, { body })
      const params = { slug: 'haru' }
      const read = await operator(world)(operatorNews.getArticle, { params })
      await operator(world)(operatorNews.deleteArticle, { params })
      return version === 1 ? [read.title, read.lead, read.body].join('|') : null
    },
  },
  {
    field: 'a question and its answer',
    stored: (typed) => [line(typed), markdown(typed)].join('|'),
    write: async (world, text) => {
      const params = { topic: 'other' } as const
      const { version } = await operator(world)(operatorHelp.getHelp, { params })
      const entries = [{ question: text, answer: text }]
      const saved = await operator(world)(operatorHelp.saveHelp, {
        params,
        body: { entries, version },
      })
      return [saved.entries[0]!.question, saved.entries[0]!.answer].join('|')
    },
  },
  {
    field: 'the draft of a legal text',
    stored: (typed) => [line(typed), markdown(typed)].join('|'),
    write: async (world, text) => {
      const params = { slug: 'policy' } as const
      const { draft } = await operator(world)(operatorTexts.getOwnText, { params })
      const saved = await operator(world)(operatorTexts.saveDraft, {
        params,
        body: { title: text, body: text, version: draft?.version ?? 0 },
      })
      return [saved.draft!.title, saved.draft!.body].join('|')
    },
  },
]
const SEARCHES = [
  {
    place: 'rooms',
    ask: (world: World, search: string) => reader(world)(rooms.listRooms, { query: { search } }),
  },
  {
    place: 'events',
    ask: (world: World, search: string) => reader(world)(events.listEvents, { query: { search } }),
  },
  {
    place: 'rooms by tag',
    ask: (world: World, tag: string) => reader(world)(rooms.listRooms, { query: { tag } }),
  },
  {
    place: 'events by tag',
    ask: (world: World, tag: string) => reader(world)(events.listEvents, { query: { tag } }),
  },
  {
    place: 'members',
    ask: (world: World, search: string) =>
      owner(world)(rooms.listMembers, { params: AOI, query: { search } }),
  },
  {
    place: 'holders of a ticket',
    ask: (world: World, search: string) =>
      owner(world)(door.listHolders, { params: TICKET, query: { search } }),
  },
]

it('hostile texts are tried in every column that others read', () => {
  const read = readColumns().filter(({ type }) => type === 'PublicText')
  const tried = new Set(FIELDS.flatMap(({ columns = [] }) => columns))
  // A handle has an alphabet of its own.
  const untried = read.map(nameOf).filter((column) => !tried.has(column))
  expect(untried, 'a line in FIELDS above that writes and reads it').toEqual(['user.name'])
})

describe.each(databaseNames)('hostile texts on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database, { RATE_LIMITS: 'off' })
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeUser(world, 'admin', { role: 'operator' })
    await makeMember(world, 'room-aoi', 'fan')
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
    await makeTicket(world, 'live', 'fan')
    await makeEvent(world, 'room-aoi', {
      ...{ id: 'past', publishment_flg: 3, archive: 1 },
      ...{ archive_until: inHours(world, 48), end_at: inHours(world, -1) },
    })
    await makeThread(world, 'room-aoi', 'aoi', { id: 'thread' })
    await makeDigitalTicket(world, 'room-aoi', { id: 'ticket', venue: '会場' })
  })
  afterEach(() => world.close())

  it('are numerous enough', () => expect(AWKWARD.length).toBeGreaterThanOrEqual(515))

  const isTried = ({ field }: Field) => database === 'sqlite' || ON_BOTH.includes(field)
  it.each(FIELDS.filter(isTried).map((field, nth) => ({ ...field, texts: shareOf(nth) })))(
    'are stored and shown unchanged in $field, or refused (53)',
    async ({ stored, write, texts }) => {
      const failures: unknown[] = []
      let accepted = 0
      for (const text of texts) {
        const seen = await write(world, text).catch((error: unknown) => error)
        if (seen instanceof RequestError && seen.status >= 400 && seen.status < 500) continue
        accepted++
        // Form encoding normalizes line ends and lone surrogates.
        const typed = text.toWellFormed()
        if (seen !== stored(typed) && seen !== stored(typed.replace(/\r\n?|\n/g, '\r\n')))
          failures.push({ text, seen })
      }
      expect(failures).toEqual([])
      expect(accepted).toBeGreaterThan(texts.length / 4)
    },
    TIMEOUT_MS,
  )

  it.each(SEARCHES.map((search, nth) => ({ ...search, texts: shareOf(nth) })))(
    'never break the search among $place',
    async ({ ask, texts }) => {
      const failures: unknown[] = []
      for (const text of texts) {
        const answer = await ask(world, text).catch((error: unknown) => error)
        if (answer instanceof RequestError ? answer.status >= 500 : answer instanceof Error)
          failures.push(text)
      }
      expect(failures).toEqual([])
    },
    TIMEOUT_MS,
  )
})

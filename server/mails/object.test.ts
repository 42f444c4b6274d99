import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tickets } from '#contract/tickets/calls.ts'
import { transfers } from '#contract/transfers/calls.ts'
import type { Email } from '#server/ports/mail.ts'
import { makeDigitalTicket, makeEvent, makeRoom, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { objectOf } from './object.ts'

const TIMES = { opens_at: '2026-11-21T09:00:00.000Z', starts_at: '2026-11-21T10:00:00.000Z' }
const reminder = (ticketId: string): Email => ({
  ...{ letter: 'entryReminder', title: '秋の夜', ticketId, opens: TIMES.opens_at, userId: 'fan' },
})
const left: Email = { letter: 'roomLeft', roomId: 'room-aoi', title: '喫茶室', paidUntil: null }
const streamReminder: Email = {
  ...{ letter: 'eventReminder', title: '夜', eventId: 'night', start: TIMES.starts_at },
  userId: 'fan',
}

describe.each(databaseNames)('what an email shows, on %s', (database) => {
  let world: World
  let ticketId: string
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'other']) await makeUser(world, name)
    await makeDigitalTicket(world, 'room-aoi', {
      ...{ id: 'hall', title: '秋の夜', venue: '灯ホール', ...TIMES },
      ...{ valid_until: '2026-11-21T13:00:00.000Z', image_path: 'public/ticket/hall' },
    })
    await makeEvent(world, 'room-aoi', { id: 'night', title: '夜ふかし朗読会' })
    const joined = await world.as('fan')(tickets.joinTicket, { params: { id: 'hall' }, body: {} })
    ticketId = joined.ticket_id
  })
  afterEach(() => world.close())

  it('is the ticket of its reader, with number and calendar file, as long as it is valid', async () => {
    expect(await objectOf(world.db, reminder(ticketId))).toEqual({
      kind: 'ticket',
      title: '秋の夜',
      starts: TIMES.starts_at,
      opens: TIMES.opens_at,
      place: '灯ホール',
      number: '001',
      picture: '/media/public/ticket/hall',
      calendar: '/api/application/room/aoi/digitalTicket/hall/calendar.ics',
    })
    await world.db.updateTable('issued_ticket').set({ status: 'cancelled' }).execute()
    expect(await objectOf(world.db, reminder(ticketId))).toBeNull()
  })

  it('is an offered ticket without the number, which only the holder reads', async () => {
    const given = { params: { id: ticketId }, body: { name: 'other' } }
    await world.as('fan')(transfers.offer, given)
    await world.deliver()
    const { text, attachments } = world.mail.sent.find(({ to }) => to === 'other@room.test')!
    expect(text.split('\n').slice(0, 4)).toEqual([
      '秋の夜',
      '開場 2026年11月21日 18:00（日本時間）',
      '開演 2026年11月21日 19:00（日本時間）',
      '灯ホール',
    ])
    expect(text).not.toContain('001')
    expect(attachments).toBeUndefined()
  })

  it('is the ticket of a stream at its time of today; nothing once it is cancelled', async () => {
    const start_at = '2026-12-24T10:00:00.000Z'
    await world.db.updateTable('event').set({ start_at }).where('id', '=', 'night').execute()
    expect(await objectOf(world.db, streamReminder)).toMatchObject({
      ...{ title: '夜ふかし朗読会', starts: start_at, place: 'オンライン配信', number: null },
      calendar: '/api/application/event/night/calendar.ics',
    })
    await world.db.updateTable('event').set({ status: 'cancelled' }).execute()
    expect(await objectOf(world.db, streamReminder)).toBeNull()
  })

  it('is an offered seat without a calendar file', async () => {
    const product = { kind: 'event', room: 'aoi', id: 'night' } as const
    const email: Email = {
      ...{ letter: 'seatOffered', title: '夜', product, expires: TIMES.opens_at },
    }
    const shown = { title: '夜ふかし朗読会', calendar: null }
    expect(await objectOf(world.db, email)).toMatchObject(shown)
  })

  it('is the room with the face of its owner; nothing of a suspended room or person', async () => {
    const [header_image_path, icon_small_path] = ['public/room/aoi', 'public/user/aoi']
    await world.db.updateTable('room').set({ header_image_path, title: '喫茶室' }).execute()
    await world.db.updateTable('user').set({ icon_small_path }).where('name', '=', 'aoi').execute()
    expect(await objectOf(world.db, left)).toEqual({
      kind: 'room',
      title: '喫茶室',
      owner: 'aoi',
      picture: '/media/public/room/aoi',
      face: '/media/public/user/aoi',
    })
    const state = (value: 1 | 9) => world.db.updateTable('room').set({ state: value }).execute()
    await state(9)
    expect(await objectOf(world.db, left)).toBeNull()
    await state(1)
    const suspended = world.db.updateTable('user').set({ status: 'suspended' })
    await suspended.where('name', '=', 'aoi').execute()
    expect(await objectOf(world.db, left)).toBeNull()
  })

  it('is nothing of what is gone, and of other emails', async () => {
    expect(await objectOf(world.db, reminder('gone'))).toBeNull()
    expect(await objectOf(world.db, { ...left, roomId: 'gone' })).toBeNull()
    const alone: Email = { letter: 'passwordChanged', at: TIMES.opens_at, stays: true }
    expect(await objectOf(world.db, alone)).toBeNull()
  })
})

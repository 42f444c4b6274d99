import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { longMoment } from '#contract/lib/japan-time.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { BINDINGS } from '#contract/tickets/limits.ts'
import { MOVE_UNPROVED, NOT_SHOWN_HERE } from '#contract/tickets/messages.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { TRANSFER_ELSEWHERE } from '#contract/transfers/messages.ts'
import { makeDigitalTicket, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { codeFor, makePhone } from './testing/phone.ts'

type Phone = Awaited<ReturnType<typeof makePhone>>

describe.each(apiDatabaseNames)('moving a ticket to another phone on %s', (database) => {
  let world: World
  let id: string
  let old: Phone
  let next: Phone

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', amount: 0, move_wait_hours: 6 })
    const joined = await world.as('fan')(tickets.joinTicket, { params: { id: 'night' }, body: {} })
    id = joined.ticket_id
    ;[old, next] = [await makePhone(), await makePhone()]
    await bind(old)
  })
  afterEach(() => world.close())

  const bind = ({ key }: Phone) =>
    world.as('fan')(tickets.bindDevice, { params: { id }, body: { public_key: key } })
  /** With the code of an email, as a phone does that the old one did not release the ticket to. */
  const ask = async ({ key }: Phone) => {
    const code = await codeFor(key, world, 'fan', id)
    return world.as('fan')(tickets.bindDevice, { params: { id }, body: { public_key: key, code } })
  }
  const mailed = async () => {
    await world.deliver()
    return world.mail.sent
      .filter(({ subject }) => !subject.includes('確認コード'))
      .map(({ subject, text }) => `${subject}\n${text}`)
      .filter((text) => text.includes('端末'))
  }
  const getTicket = () => world.as('fan')(tickets.getIssued, { params: { id } })
  const now = () => world.clock.now().getTime()
  const shownBy = async (phone: Phone) => phone.show((await getTicket()).credential, now())
  const answer = (code: string, allow: boolean) =>
    world.as('fan')(tickets.answerMove, { params: { id }, body: { code, allow } })
  const boundKeys = async () => {
    const rows = world.db.selectFrom('device_binding').where('revoked_at', 'is', null)
    return (await rows.select('public_key').execute()).map(({ public_key }) => public_key)
  }
  const noticesOf = async () => {
    const { items } = await world.as('fan')(notifications.listNotifications, { query: {} })
    return items.map(({ title }) => title).filter((title) => title.includes('端末'))
  }
  const ASKED = 'ほかの端末から、チケットの切り替えの申し込みがありました'

  it('waits for the hours of its owner, which the old phone and the notification name', async () => {
    await expect(ask(next)).rejects.toMatchObject({ status: 409 })
    const due = new Date(now() + 6 * HOUR_MS).toISOString()
    expect(await getTicket()).toMatchObject({ moves_from: due })
    await expect(bind(next)).rejects.toMatchObject({ status: 409 })
    expect(await noticesOf()).toEqual([ASKED])
    world.clock.move(6 * HOUR_MS - 1)
    await expect(bind(next)).rejects.toMatchObject({ status: 409 })
    expect(await boundKeys()).toEqual([old.key])
    world.clock.move(1)
    await expect(bind(next)).resolves.toMatchObject({ moves_from: null })
    expect(await boundKeys()).toEqual([next.key])
  })

  it('is emailed when it is asked for and when it happens, with the device and how to stop it', async () => {
    await expect(ask(next)).rejects.toMatchObject({ status: 409 })
    await expect(bind(next)).rejects.toMatchObject({ status: 409 })
    const [request, ...more] = await mailed()
    expect(more).toEqual([])
    for (const words of [
      ...['切り替えるお申し込みがありました', '「night」', '整理番号 001', '端末：不明な端末'],
      ...[`${longMoment(new Date(now() + 6 * HOUR_MS).toISOString())}（日本時間）から、`],
      ...['お心当たりのない場合は', '申し込みを取り消す', '/reset_password'],
    ])
      expect(request).toContain(words)
    world.clock.move(6 * HOUR_MS)
    await bind(next)
    const [, moved] = await mailed()
    for (const words of ['端末が変わりました', '「night」', '端末：不明な端末', '/reset_password'])
      expect(moved).toContain(words)
  })

  it('is for the phone that asked, not for a third one', async () => {
    await expect(ask(next)).rejects.toMatchObject({ status: 409 })
    world.clock.move(6 * HOUR_MS)
    const third = await makePhone()
    await expect(bind(third)).rejects.toMatchObject({ status: 409 })
    await expect(ask(third)).rejects.toMatchObject({ status: 409 })
    expect(await boundKeys()).toEqual([old.key])
  })

  it('is immediate once the phone that shows it has released it', async () => {
    await answer(await shownBy(old), true)
    expect(await getTicket()).toMatchObject({ moves_from: world.clock.now().toISOString() })
    await bind(next)
    expect(await boundKeys()).toEqual([next.key])
  })

  it('leaves by a transfer from the phone that shows it alone, or after the wait', async () => {
    await makeUser(world, 'bob')
    const offer = (code?: string) =>
      world.as('fan')(transfers.offer, {
        params: { id },
        body: { name: 'bob', ...(code && { code }) },
      })
    const elsewhere = { status: 409, message: TRANSFER_ELSEWHERE }
    const { credential } = await getTicket()
    await expect(offer()).rejects.toMatchObject(elsewhere)
    await expect(offer(credential)).rejects.toMatchObject(elsewhere)
    await expect(offer(await next.show(credential, now()))).rejects.toMatchObject(elsewhere)
    await expect(offer(await old.show(credential, now() - HOUR_MS))).rejects.toMatchObject(
      elsewhere,
    )
    await expect(offer(await shownBy(old))).resolves.toMatchObject({ offered_to: { name: 'bob' } })
    await world.as('fan')(transfers.withdraw, { params: { id } })
    await expect(ask(next)).rejects.toMatchObject({ status: 409 })
    await expect(offer()).rejects.toMatchObject(elsewhere)
    world.clock.move(6 * HOUR_MS)
    await expect(offer()).resolves.toMatchObject({ offered_to: { name: 'bob' } })
  })

  it('is refused by the phone that shows it, and waits anew when asked again', async () => {
    await expect(ask(next)).rejects.toMatchObject({ status: 409 })
    world.clock.move(5 * HOUR_MS)
    await expect(answer(await shownBy(old), false)).resolves.toMatchObject({ moves_from: null })
    await expect(bind(next)).rejects.toMatchObject({ status: 409, message: MOVE_UNPROVED })
    await expect(ask(next)).rejects.toMatchObject({ status: 409 })
    world.clock.move(HOUR_MS)
    await expect(bind(next)).rejects.toMatchObject({ status: 409 })
    expect(await boundKeys()).toEqual([old.key])
  })

  it('is answered only with a code that the bound phone shows now', async () => {
    await expect(ask(next)).rejects.toMatchObject({ status: 409 })
    const early = await shownBy(old)
    const refusal = { status: 409, message: NOT_SHOWN_HERE }
    await expect(answer(await shownBy(next), true)).rejects.toMatchObject(refusal)
    await expect(answer((await getTicket()).credential, true)).rejects.toMatchObject(refusal)
    await expect(answer('ROOM', true)).rejects.toMatchObject(refusal)
    world.clock.move(HOUR_MS)
    await expect(answer(early, true)).rejects.toMatchObject(refusal)
    await answer(await shownBy(old), true)
  })

  it('can be asked for as often as a ticket may move', async () => {
    for (let n = 0; n < BINDINGS.max; n++)
      await expect(ask(await makePhone())).rejects.toMatchObject({ status: 409 })
    await expect(ask(await makePhone())).rejects.toMatchObject({ status: 429 })
  })

  it('does not wait after the proof if the owner set no time, also not any more', async () => {
    await expect(ask(next)).rejects.toMatchObject({ status: 409 })
    await world.db.updateTable('digital_ticket').set({ move_wait_hours: 0 }).execute()
    await bind(next)
    expect(await boundKeys()).toEqual([next.key])
    await ask(old)
    expect(await boundKeys()).toEqual([old.key])
  })

  it('is asked for anew if it was asked for without a proof, in a release before', async () => {
    const moves_from = world.clock.now().toISOString()
    await world.db.updateTable('device_binding').set({ moves_from, moves_to: next.key }).execute()
    await expect(bind(next)).rejects.toMatchObject({ status: 409, message: MOVE_UNPROVED })
    await expect(ask(next)).rejects.toMatchObject({ status: 409 })
    expect(await boundKeys()).toEqual([old.key])
  })
})

// @module-tag full
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events.ts'
import { TOKEN_EXPIRED } from '#contract/messages.ts'
import { callerOf, confirm } from '../chaos/buyer.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { openMovedClock } from './moved-clock.ts'
import { openVillage } from './village.ts'

const HOUR_MS = 3_600_000
/** As after a kill: then each payment is a ticket. */
const MADE_GOOD_MS = 60_000

it.each([
  { jump: 'an hour back', ms: -HOUR_MS },
  { jump: 'three days ahead', ms: 72 * HOUR_MS },
])(
  '72: the clock jumps $jump while the server runs, and comes back: logins, purchases and what runs by itself go on',
  { timeout: 240_000 },
  async ({ ms }) => {
    const clock = openMovedClock()
    const village = await openVillage({ people: 6, env: clock.env })
    onTestFinished(village.close)
    const { site, sandbox, provider } = village
    await site.start()
    await village.buy('fan0')
    const [pid] = site.pids()

    /** Logged in by the clock of before; from the browser that asks anew on, by the one of now. */
    const jump = async (by: number, to: number) => {
      const before = await village.tokenOf('fan0')
      clock.set(to)
      site.later(by)
      const path = '/api/application/event/evening'
      const answer = await fetch(village.url + path, {
        headers: { authorization: `Bearer ${before}` },
      })
      // One that is refused is told so in the words upon which the app asks for another.
      if (!answer.ok)
        expect([answer.status, await answer.json()]).toEqual([
          401,
          expect.objectContaining({ message: TOKEN_EXPIRED }),
        ])
      expect((await village.read('fan0')).joined).toBe(true)
    }
    /** Pays, and never comes back; no notice arrives either: only what runs by itself can make it good. */
    const leave = async (person: string, meanwhile?: () => Promise<void>) => {
      await sandbox.control.fault({ do: 'drop', type: '*' })
      const body = { event_id: 'evening', token: 'tok_visa' }
      const { paymentIntent, ownerId } = await callerOf(village, person)(events.startJoin, { body })
      await confirm(provider, ownerId, paymentIntent)
      await meanwhile?.()
      await expect.poll(village.tickets, { timeout: MADE_GOOD_MS, interval: 200 }).toContain(person)
      await sandbox.control.clearFaults()
    }

    await jump(ms, ms)
    await village.buy('fan1')
    await leave('fan2')
    await leave('fan5', () => jump(-ms, 0))
    await village.buy('fan3')
    await leave('fan4')
    expect(site.pids(), 'it is the same process').toEqual([pid])
    expect(await village.tickets()).toEqual(village.people)
    const waiting = await village.engine.db
      .selectFrom('outbox')
      .select('key')
      .where('done_at', 'is', null)
      .where('due_at', '>', new Date(Date.now() + HOUR_MS / 2).toISOString())
      .execute()
    expect(waiting).toEqual([])
    expect(await findDisorder(village)).toEqual([])
  },
)

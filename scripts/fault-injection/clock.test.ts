// @module-tag full
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { TOKEN_EXPIRED } from '#contract/shared/messages.ts'
import { callerOf, confirm } from '../chaos/buyer.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { createFixtures } from './fixtures.ts'
import { createMovedClock } from './moved-clock.ts'

/** The time in which each payment must become a ticket, as after a kill. */
const MADE_GOOD_MS = 60_000

it.each([
  { jump: 'an hour back', ms: -HOUR_MS },
  { jump: 'three days ahead', ms: 72 * HOUR_MS },
])(
  'logins, purchases and jobs work after the clock jumps $jump and back while the server runs (72)',
  async ({ ms }) => {
    const clock = createMovedClock()
    const fixtures = await createFixtures({ people: 6, env: clock.env })
    onTestFinished(fixtures.close)
    const { site, sandbox, provider } = fixtures
    await site.start()
    await fixtures.buy('fan0')
    const [pid] = site.pids()

    /** An access token of before the jump; a refreshed one afterwards. */
    const jump = async (by: number, to: number) => {
      const before = await fixtures.tokenOf('fan0')
      clock.set(to)
      site.later(by)
      const path = '/api/application/event/evening'
      const answer = await fetch(fixtures.url + path, {
        headers: { authorization: `Bearer ${before}` },
      })
      // A refusal has the message on which the app refreshes its token.
      if (!answer.ok)
        expect([answer.status, await answer.json()]).toEqual([
          401,
          expect.objectContaining({ message: TOKEN_EXPIRED }),
        ])
      expect((await fixtures.read('fan0')).joined).toBe(true)
    }
    /** Pays without returning, and without a webhook: only the recurring jobs can complete the order. */
    const leave = async (person: string, meanwhile?: () => Promise<void>) => {
      await sandbox.control.fault({ do: 'drop', type: '*' })
      const body = { event_id: 'evening', token: 'tok_visa' }
      const { paymentIntent, ownerId } = await callerOf(fixtures, person)(events.startJoin, {
        body,
      })
      await confirm(provider, ownerId, paymentIntent)
      await meanwhile?.()
      await expect
        .poll(fixtures.tickets, { timeout: MADE_GOOD_MS, interval: 200 })
        .toContain(person)
      await sandbox.control.clearFaults()
    }

    await jump(ms, ms)
    await fixtures.buy('fan1')
    await leave('fan2')
    await leave('fan5', () => jump(-ms, 0))
    await fixtures.buy('fan3')
    await leave('fan4')
    expect(site.pids(), 'it is the same process').toEqual([pid])
    expect(await fixtures.tickets()).toEqual(fixtures.people)
    const waiting = await fixtures.engine.db
      .selectFrom('outbox')
      .select('key')
      .where('done_at', 'is', null)
      .where('due_at', '>', new Date(Date.now() + HOUR_MS / 2).toISOString())
      .execute()
    expect(waiting).toEqual([])
    expect(await findDisorder(fixtures)).toEqual([])
  },
)

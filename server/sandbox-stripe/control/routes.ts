import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { World } from '../core/answer.ts'
import { Failure } from '../core/failures.ts'
import { notedSince } from '../core/journal.ts'
import { createScope } from '../core/scope.ts'
import { writeSettings } from '../core/settings.ts'
import type { createMachine } from '../machine.ts'
import type { createDeliverer } from '../webhooks/deliver.ts'
import { addFault, clearFaults, listFaults } from './faults.ts'
import { readRule } from './rule.ts'
import { triggers } from './triggers.ts'

/** How long one question for rest waits before it says that there is none. */
const REST_WITHIN_MS = 5_000

/** What Stripe has not: the hand that moves the clock, breaks the network and reads the journal. */
export function controlRoutes(
  world: World,
  deliverer: ReturnType<typeof createDeliverer>,
  machine: ReturnType<typeof createMachine>,
) {
  const control = new Hono()
  control.use('*', async (c, next) => {
    const given = Buffer.from(c.req.header('authorization') ?? '')
    const wanted = Buffer.from(`Bearer ${world.keys.secret}`)
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      return c.json({ error: 'The control needs the secret key.' }, 401)
    return next()
  })

  control.get('/requests', (c) =>
    c.json({ requests: notedSince(world.db, Number(c.req.query('after') ?? 0)) }),
  )

  control.get('/faults', (c) => c.json({ faults: listFaults(world.db) }))
  control.post('/faults', async (c) => {
    const rule = readRule(await c.req.json())
    return typeof rule === 'string'
      ? c.json({ error: rule }, 400)
      : c.json({ id: addFault(world.db, rule) })
  })
  control.delete('/faults', (c) => {
    clearFaults(world.db)
    return c.json({})
  })

  control.get('/clock', (c) => c.json({ now_ms: world.clock.nowMs() }))
  control.post('/clock', async (c) => {
    const { advance_ms: ms } = (await c.req.json()) as { advance_ms?: unknown }
    if (typeof ms !== 'number' || !Number.isInteger(ms) || ms < 0)
      return c.json({ error: 'advance_ms must be a whole number of milliseconds' }, 400)
    machine.advance(ms)
    return c.json({ now_ms: world.clock.nowMs() })
  })

  control.get('/settings', (c) => c.json(createScope(world, '').settings))
  control.post('/settings', async (c) => {
    const { clock_offset_ms, ...given } = (await c.req.json()) as Record<string, unknown>
    const wrong =
      clock_offset_ms === undefined ? writeSettings(world.db, given) : ['clock_offset_ms']
    return wrong.length > 0
      ? c.json({ error: `no such setting, or no value for it: ${wrong.join(', ')}` }, 400)
      : c.json(createScope(world, '').settings)
  })

  control.post('/trigger', async (c) => {
    const given = (await c.req.json()) as Record<string, string>
    const trigger = triggers[given.type ?? '']
    if (!trigger) return c.json({ error: `one of: ${Object.keys(triggers).join(', ')}` }, 400)
    try {
      const made = world.db
        .transaction(() => trigger(createScope(world, given.account ?? ''), given))
        .immediate()
      machine.runDue()
      deliverer.wake()
      return c.json(made)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return c.json({ error: error.message }, 400)
    }
  })

  /** Answers once no webhook is due and none is on its way; `at_rest: false` if that takes too long. */
  control.get('/rest', async (c) => {
    const until = performance.now() + REST_WITHIN_MS
    machine.runDue()
    deliverer.wake()
    while (!deliverer.isIdle() && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 5))
    return c.json({ at_rest: deliverer.isIdle() })
  })
  return control
}

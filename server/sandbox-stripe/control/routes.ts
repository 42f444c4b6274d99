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

/** How long a request for idleness waits. */
const SETTLE_WITHIN_MS = 5_000

/** Test controls that Stripe does not have: clock, faults and journal. */
export function controlRoutes(
  world: World,
  deliverer: ReturnType<typeof createDeliverer>,
  machine: ReturnType<typeof createMachine>,
) {
  const control = new Hono()
  control.use('*', async (c, next) => {
    const actual = Buffer.from(c.req.header('authorization') ?? '')
    const expected = Buffer.from(`Bearer ${world.keys.secret}`)
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
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
    const { clock_offset_ms, ...settings } = (await c.req.json()) as Record<string, unknown>
    const invalid =
      clock_offset_ms === undefined ? writeSettings(world.db, settings) : ['clock_offset_ms']
    return invalid.length > 0
      ? c.json({ error: `no such setting, or no value for it: ${invalid.join(', ')}` }, 400)
      : c.json(createScope(world, '').settings)
  })

  control.post('/trigger', async (c) => {
    const params = (await c.req.json()) as Record<string, string>
    const trigger = triggers[params.type ?? '']
    if (!trigger) return c.json({ error: `one of: ${Object.keys(triggers).join(', ')}` }, 400)
    try {
      const result = world.db
        .transaction(() => trigger(createScope(world, params.account ?? ''), params))
        .immediate()
      machine.runDue()
      deliverer.wake()
      return c.json(result)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return c.json({ error: error.message }, 400)
    }
  })

  /** Answers when no webhook is due or being delivered; `at_rest: false` after a timeout. */
  control.get('/rest', async (c) => {
    const until = performance.now() + SETTLE_WITHIN_MS
    machine.runDue()
    deliverer.wake()
    while (!deliverer.isIdle() && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 5))
    return c.json({ at_rest: deliverer.isIdle() })
  })
  return control
}

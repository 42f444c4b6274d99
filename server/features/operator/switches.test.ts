import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth/calls.ts'
import { RequestError } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { operatorSwitches } from '#contract/operator/switches/calls.ts'
import { push } from '#contract/push/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { site } from '#contract/site/calls.ts'
import { PAUSED } from '#contract/site/switch-messages.ts'
import type { SwitchName } from '#contract/site/switches.ts'
import { status } from '#contract/status/calls.ts'
import { streams } from '#contract/streams/calls.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import { formOf } from '#server/testing/form.ts'
import { inHours, makeEvent, makeMember, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const met = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof RequestError ? [error.status, error.message] : error),
  )

describe.each(apiDatabaseNames)('switches of operators on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeUser(world, 'admin', { role: 'operator' })
    await makeRoom(world, 'aoi', { amount: 500 })
    await makeUser(world, 'fan')
    await makeMember(world, 'room-aoi', 'fan')
    await makeEvent(world, 'room-aoi', { id: 'live' })
  })
  afterEach(() => world.close())

  const turn = (name: SwitchName, enabled: boolean) =>
    world.as('admin')(operatorSwitches.turnSwitch, {
      params: { name },
      body: { enabled, reason: '点検' },
    })
  const asFan = () => world.as('fan')
  const calls: Record<Exclude<SwitchName, 'social_login'>, () => Promise<unknown>> = {
    sign_up: () =>
      world.as(null)(auth.signUp, {
        body: {
          email: 'new@room.test',
          name: 'new_one',
          display_name: 'い',
          birthY: 1990,
          birthM: 1,
          birthD: 1,
          gender: 9,
          terms: true,
        },
      }),
    purchase: () => asFan()(rooms.startSubscription, { body: { room_id: 'aoi' } }),
    new_room: () => asFan()(rooms.createRoom, { body: formOf({ title: 'い' }) }),
    live: () =>
      world.as('aoi')(streams.setPublishment, {
        params: { id: 'live' },
        body: { publishment_flg: 1 },
      }),
    message: () => asFan()(inbox.writeToOwner, { params: { id: 'aoi' }, body: { text: 'い' } }),
    notification: () => asFan()(push.testToken, {}),
  }

  it.each(Object.keys(calls) as (keyof typeof calls)[])(
    '%s is refused with its reason, announced to everyone, and resumed afterwards',
    async (name) => {
      await turn(name, false)
      expect(await met(calls[name]())).toEqual([503, PAUSED[name]])
      expect((await world.as(null)(site.getConfig, {})).switches[name]).toBe(false)
      expect((await world.as(null)(status.getStatus, {})).paused).toEqual([name])
      await turn(name, true)
      expect(await met(calls[name]())).not.toEqual([503, PAUSED[name]])
      const rows = await world.db.selectFrom('audit').selectAll().orderBy('id').execute()
      expect(rows.map(({ action, target, after }) => [action, target, JSON.parse(after)])).toEqual([
        ['switch.turn', `switch:${name}`, { enabled: false, reason: '点検' }],
        ['switch.turn', `switch:${name}`, { enabled: true, reason: '点検' }],
      ])
    },
  )

  it('a live stream may end while none may start', async () => {
    await turn('live', false)
    await world.db.updateTable('event').set({ publishment_flg: 1 }).execute()
    const end = { params: { id: 'live' }, body: { publishment_flg: 3 } } as const
    expect(await met(world.as('aoi')(streams.setPublishment, end))).toBeNull()
  })

  it('a change reaches another process over the bus', async () => {
    const node = world.openNode(world.deps.bus)
    const getConfig = () => node.as(null)(site.getConfig, {})
    expect((await getConfig()).switches.sign_up).toBe(true)
    await turn('sign_up', false)
    expect((await getConfig()).switches.sign_up).toBe(false)
  })

  it('a repeated change is recorded once, and a reason is required', async () => {
    await turn('live', false)
    await turn('live', false)
    const rows = await world.db.selectFrom('audit').select('id').execute()
    expect(rows).toHaveLength(1)
    const silent = world.as('admin')(operatorSwitches.turnSwitch, {
      params: { name: 'live' },
      body: { enabled: true, reason: ' ' },
    })
    expect(await met(silent)).toMatchObject([422, expect.anything()])
  })

  it('the site notice is shown to everyone and can be removed', async () => {
    const set = (text: string) => world.as('admin')(operatorSwitches.setBand, { body: { text } })
    const siteNotice = async () => (await world.as(null)(status.getStatus, {})).notice
    await set('今夜2時から点検です')
    expect(await siteNotice()).toBe('今夜2時から点検です')
    await set('')
    expect(await siteNotice()).toBeNull()
    const rows = await world.db.selectFrom('audit').select('action').execute()
    expect(rows).toEqual([{ action: 'band.set' }, { action: 'band.set' }])
  })

  describe('automatic incidents', () => {
    const down = async () => {
      world.clock.move(11_000)
      return (await world.as(null)(status.getStatus, {})).down
    }

    it('are empty in normal operation', async () => {
      expect(await down()).toEqual([])
    })

    it('include the provider after two failures, until it answers', async () => {
      const ask = () => world.deps.payments.findCharge('acct_aoi', 'pi_none').catch(() => {})
      const real = world.payments.findCharge
      world.payments.findCharge = () => Promise.reject(new ProviderDown('silent'))
      await ask()
      expect(await down()).toEqual([])
      await ask()
      expect(await down()).toEqual(['payments'])
      world.payments.findCharge = real
      await ask()
      expect(await down()).toEqual([])
    })

    it('include streams if several are interrupted, but not a single one', async () => {
      const cut = async (n: number, state: 'on_air' | 'interrupted') => {
        await makeEvent(world, 'room-aoi', { id: `on-air-${n}`, publishment_flg: 1 })
        await world.add('broadcast', {
          id: `broadcast-${n}`,
          event_id: `on-air-${n}`,
          state,
          folder: `live/${n}`,
          gaps: '[]',
          started_at: inHours(world, -1),
          ended_at: null,
          bytes: null,
          kept_until: null,
        })
      }
      await cut(1, 'interrupted')
      expect(await down(), 'one').toEqual([])
      await cut(2, 'interrupted')
      expect(await down(), 'all of two').toEqual(['streams'])
      await cut(3, 'on_air')
      expect(await down(), 'not the third').toEqual([])
    })

    it('include the database while it refuses writes', async () => {
      const rename = (from: string, to: string) =>
        sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(world.db)
      await rename('site_notice', 'away')
      expect(await down()).toEqual(['database'])
      await rename('away', 'site_notice')
      expect(await down()).toEqual([])
    })

    it('include email while retried emails wait', async () => {
      await world.add('outbox', {
        id: 'letter',
        topic: 'mail',
        key: 'letter',
        payload: '{}',
        due_at: inHours(world, 1),
        attempts: 3,
        leased_until: null,
        leased_by: null,
        done_at: null,
        error: 'no route',
        created_at: inHours(world, -1),
      })
      expect(await down()).toEqual(['mail'])
      await world.db.deleteFrom('outbox').execute()
      expect(await down()).toEqual([])
    })
  })
})

import { SWITCHES, type SwitchName } from '#contract/site/switches.ts'
import { transact } from '#server/db/transact.ts'
import type { SiteParts } from '#server/features/site/routes.ts'
import { findSiteNotice } from '#server/features/site/switch-queries.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import * as query from './queries.ts'

/** Switches that pause parts of the service, and the site notice. */
export function switchService(deps: Deps, { switches, incidents }: SiteParts) {
  const { db, clock } = deps
  const now = () => clock.now().toISOString()

  async function board() {
    const turned = new Map((await query.listTurned(db)).map((row) => [row.name, row]))
    return {
      switches: SWITCHES.map((name) => ({
        name,
        enabled: turned.get(name)?.enabled !== 0,
        updated_at: turned.get(name)?.updated_at ?? null,
      })),
      band: (await findSiteNotice(db))?.text ?? '',
      down: await incidents.down(),
    }
  }

  return {
    board,

    async turn(viewer: Viewer, name: SwitchName, enabled: boolean, reason: string) {
      await transact(db, async (tx) => {
        const before = (await query.findTurned(tx, name))?.enabled !== 0
        // Another operator has set it already: no audit record.
        if (before === enabled) return
        await query.turn(tx, { name, enabled: enabled ? 1 : 0, updated_at: now() })
        await record(tx, deps, viewer, {
          action: 'switch.turn',
          target: `switch:${name}`,
          before: { enabled: before },
          after: { enabled, reason },
        })
      })
      await switches.changed()
      return board()
    },

    async setBand(viewer: Viewer, text: string) {
      await transact(db, async (tx) => {
        const before = (await findSiteNotice(tx))?.text ?? ''
        if (before === text) return
        if (text) await query.putBand(tx, text, now())
        else await query.dropBand(tx)
        await record(tx, deps, viewer, {
          action: 'band.set',
          target: 'band:site',
          before: { text: before },
          after: { text },
        })
      })
      await switches.changed()
      return board()
    },
  }
}

// Switches that pause parts of the service, and the site notice.

import { SWITCHES, type SwitchName } from '#contract/site/switches.ts'
import { transact } from '#server/db/transact.ts'
import type { OperatorDeps } from '#server/features/operator/deps.ts'
import { findSiteNotice } from '#server/features/site/switch-queries.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import * as query from './queries.ts'

export async function board(deps: OperatorDeps) {
  const turned = new Map((await query.listTurned(deps.db)).map((row) => [row.name, row]))
  return {
    switches: SWITCHES.map((name) => ({
      name,
      enabled: turned.get(name)?.enabled !== 0,
      updated_at: turned.get(name)?.updated_at ?? null,
    })),
    band: (await findSiteNotice(deps.db))?.text ?? '',
    down: await deps.site.incidents.down(),
  }
}

export async function turn(
  deps: OperatorDeps,
  viewer: Viewer,
  name: SwitchName,
  enabled: boolean,
  reason: string,
) {
  await transact(deps.db, async (tx) => {
    const before = (await query.findTurned(tx, name))?.enabled !== 0
    // Another operator has set it already: no audit record.
    if (before === enabled) return
    await query.turn(tx, { name, enabled: enabled ? 1 : 0, updated_at: isoNow(deps) })
    await record(tx, deps, viewer, {
      action: 'switch.turn',
      target: `switch:${name}`,
      before: { enabled: before },
      after: { enabled, reason },
    })
  })
  await deps.site.switches.changed()
  return board(deps)
}

export async function setBand(deps: OperatorDeps, viewer: Viewer, text: string) {
  await transact(deps.db, async (tx) => {
    const before = (await findSiteNotice(tx))?.text ?? ''
    if (before === text) return
    if (text) await query.putBand(tx, text, isoNow(deps))
    else await query.dropBand(tx)
    await record(tx, deps, viewer, {
      action: 'band.set',
      target: 'band:site',
      before: { text: before },
      after: { text },
    })
  })
  await deps.site.switches.changed()
  return board(deps)
}

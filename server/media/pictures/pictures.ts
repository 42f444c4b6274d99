import { Counter, type Registry } from 'prom-client'
import { IMAGE_COSTLY, IMAGE_UNREADABLE } from '#contract/messages.ts'
import { PICTURE_MAX } from '#contract/posting-limits.ts'
import type { Unusable } from './draw.ts'
import { PicturePool } from './pool.ts'

export type { Drawn } from './draw.ts'

const MB = 1_000_000
/** The largest pictures that we take need 300 MB and two seconds; a busy machine takes longer. */
const pool = new PicturePool({ workers: 2, bytes: 600 * MB, ms: 20_000, idleMs: 60_000 })

/** What its field in the form is told. */
export const refusalOf = (unusable: Unusable) =>
  unusable === 'costly' ? IMAGE_COSTLY : IMAGE_UNREADABLE

/** Somebody's picture drawn anew as WebP, no wider or higher than `side` pixels. `who`: the id of whose turn it is. */
export const redraw = (who: string, bytes: Uint8Array, side: number = PICTURE_MAX.side) =>
  pool.run(who, { what: 'redraw', bytes, side })

/** A picture as PNG once for each of these lengths of its longer side, the longest first. */
export const drawPictures = (who: string, bytes: Uint8Array, sides: readonly number[]) =>
  pool.run(who, { what: 'draw', bytes, sides })

/** The colour that there is most of, `#RRGGBB`; null where the picture is not taken. */
export async function tintOf(who: string, bytes: Uint8Array): Promise<string | null> {
  const tint = await pool.run(who, { what: 'tint', bytes })
  return tint === 'unreadable' || tint === 'costly' ? null : tint
}

/** Pictures by what became of them. */
export function addPictureFigures(registry: Registry) {
  new Counter({
    name: 'room_pictures_total',
    help: 'Pictures that were sent, by what became of them; of killed ones the worker took too much time or memory.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(pool.counts)) this.inc({ outcome }, count)
    },
  })
}

import { totalmem } from 'node:os'
import { Counter, type Registry } from 'prom-client'
import { IMAGE_COSTLY, IMAGE_UNREADABLE } from '#contract/shared/messages.ts'
import type { CardSize, PageCard } from '#contract/site/page-card.ts'
import { PICTURE_MAX } from '#contract/threads/posting-limits.ts'
import type { Unusable } from './draw.ts'
import { PicturePool, type PictureSource } from './pool.ts'

export type { Drawn } from './draw.ts'

const MB = 1_000_000
/** Below this memory of the machine or the container, two workers would leave too little for the server. */
const MEMORY_OF_TWO = 1_000 * MB
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
const workers = memory < MEMORY_OF_TWO ? 1 : 2
/** The largest allowed pictures need 300 MB and two seconds; more on a busy machine. */
const pool = new PicturePool({ workers, bytes: 600 * MB, ms: 20_000, idleMs: 30_000 })

/** Error message of the form field. */
export const pictureError = (unusable: Unusable) =>
  unusable === 'costly' ? IMAGE_COSTLY : IMAGE_UNREADABLE

/** Re-encodes a picture as WebP with at most `side` pixels. `who`: user id for fair scheduling. */
export const redraw = (who: string, read: PictureSource, side: number = PICTURE_MAX.side) =>
  pool.run(who, read, { what: 'redraw', side })

/** Re-encodes a picture as PNG, once for each size of its longer side, largest first. */
export const drawPictures = (who: string, read: PictureSource, sides: readonly number[]) =>
  pool.run(who, read, { what: 'draw', sides })

/** Who a card is drawn for in the pool's order: one at a time, so that uploads do not wait for many. */
const CARDS = 'cards'

/** Draws a page's card as JPEG, over a picture if there is one. */
export const cardOver = (read: PictureSource, card: PageCard, size: CardSize) =>
  pool.run(CARDS, async () => (await read()) ?? new Uint8Array(), { what: 'card', card, size })

/** Dominant color, `#RRGGBB`; null if the picture is refused. */
export async function tintOf(who: string, read: PictureSource): Promise<string | null> {
  const tint = await pool.run(who, read, { what: 'tint' })
  return tint === 'unreadable' || tint === 'costly' ? null : tint
}

/** Counts pictures by result. */
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

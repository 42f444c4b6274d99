import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { CALLS } from '#contract/shared/limits.ts'
import {
  CARD_SIZE,
  type CardSize,
  type PageCard,
  SQUARE_CARD_SIZE,
} from '#contract/site/page-card.ts'
import { shared } from '#server/http/answers/shared.ts'
import { clientOf } from '#server/http/client.ts'
import { createThrottle } from '#server/http/throttle.ts'
import { cardOver } from '#server/media/pictures/pictures.ts'
import { MediaDown } from '#server/ports/media.ts'
import type { Deps } from '#server/process/deps.ts'

type CardDeps = Pick<Deps, 'clock' | 'config' | 'media' | 'log'>

const PREFIX = '/card'
const EXTENSION = '.jpg'
/** A card is drawn for its content: the same content is the same card. */
const LIFETIME = { freshMs: 24 * 60 * 60_000 }
/** A page's card changes with its state. */
const HOUR_S = 3_600
/** The picture of pages without a card. */
export const SITE_CARD = '/og.png'

/**
 * The path of a page's card. It changes with the content, as previews are cached by their URL. `query`: of the page, if
 * the card depends on it.
 */
export const cardPath = (canonical: string, card: PageCard, query: Record<string, string> = {}) =>
  `${PREFIX}${canonical}${EXTENSION}?${new URLSearchParams({ ...query, v: versionOf(card) })}`

const versionOf = (card: PageCard) =>
  createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 10)

/** Serves the cards of pages. `cardAt`: the card of the page at a path and query, as a visitor sees it. */
export function mountCards(
  app: Hono,
  deps: CardDeps,
  cardAt: (path: string, search: string) => Promise<PageCard | null>,
) {
  const throttle = createThrottle(deps.clock, CALLS, deps.config.rateLimits)
  const drawn = shared(
    deps.clock,
    LIFETIME,
    async (_key: string, card: PageCard, size: CardSize) => {
      const result = await cardOver(() => readPicture(deps, card), card, size)
      if (typeof result === 'string') throw new Error(`the card is ${result}`)
      return result
    },
  )
  app.get(`${PREFIX}/*`, async (c) => {
    const { pathname, search, searchParams } = new URL(c.req.url)
    const path = pathname.slice(PREFIX.length)
    if (!path.endsWith(EXTENSION) || !throttle.take(clientOf(c).address)) return siteCard(c)
    try {
      const card = await cardAt(path.slice(0, -EXTENSION.length), search)
      if (!card) return siteCard(c)
      const size = searchParams.has('square') ? SQUARE_CARD_SIZE : CARD_SIZE
      const jpeg = await drawn(JSON.stringify({ card, size }), card, size)
      return c.body(Uint8Array.from(jpeg), 200, {
        'content-type': 'image/jpeg',
        // Who goes is shown for as long as they agree.
        'cache-control': searchParams.has('going') ? 'no-cache' : `public, max-age=${HOUR_S}`,
      })
    } catch (error) {
      deps.log.warn({ error: String(error) }, 'a card could not be drawn')
      return siteCard(c)
    }
  })
}

const siteCard = (c: Context) => {
  c.header('cache-control', 'no-store')
  return c.redirect(SITE_CARD, 302)
}

/** The picture behind the text; null if it is not ours, not public, or gone. */
async function readPicture({ media }: CardDeps, { picture }: PageCard) {
  const path = /^\/media\/(public\/.+)$/.exec(picture ?? '')?.[1]
  if (!path) return null
  return media.read(decodeURIComponent(path)).catch((error: unknown) => {
    if (error instanceof MediaDown) return null
    throw error
  })
}

import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { type PageCard, SQUARE_CARD_SIZE } from '#contract/site/page-card.ts'
import { picture } from '#server/testing/files.ts'
import { drawCard } from './card.ts'

const CARD: PageCard = {
  ...{ picture: null, over: '夜ふかし喫茶室', title: '朗読会', facts: ['11月27日(金) 20:00'] },
  ...{ day: null, badge: null },
}
const draw = async (card: Partial<PageCard>, ground: Uint8Array | null = null) =>
  sharp(await drawCard(ground && sharp(ground), { ...CARD, ...card }))
/** The mean color of a part of a card. */
async function colorAt(card: Sharp, left: number, top: number, side = 20) {
  const part = await card.clone().extract({ left, top, width: side, height: side }).toBuffer()
  return (await sharp(part).stats()).channels.map(({ mean }) => Math.round(mean))
}
const bytesOf = async (card: Partial<PageCard>) => (await draw(card)).toBuffer()

describe('card of a page', () => {
  it('is also drawn as a square, with the state in its corner', async () => {
    const badge = { text: '持ってます', tone: 'held' } as const
    const card = sharp(await drawCard(null, { ...CARD, badge }, SQUARE_CARD_SIZE))
    expect(await card.metadata()).toMatchObject({ format: 'jpeg', width: 1_080, height: 1_080 })
    const [red = 0, , blue = 0] = await colorAt(card, 980, 70, 6)
    expect(red).toBeGreaterThan(blue + 60)
    const given = sharp(await drawCard(sharp(await picture(400, 300)), CARD, SQUARE_CARD_SIZE))
    expect(await colorAt(given, 500, 500)).not.toEqual(await colorAt(card, 500, 500))
  })

  it('is a JPEG of 1200 by 630 pixels', async () => {
    expect(await (await draw({})).metadata()).toMatchObject({
      ...{ format: 'jpeg', width: 1_200, height: 630 },
    })
  })

  it('shows the picture', async () => {
    const [own, given] = [await draw({}), await draw({}, await picture(400, 300))]
    expect(await colorAt(given, 600, 250)).not.toEqual(await colorAt(own, 600, 250))
  })

  it('shows the leaf of the calendar on the left, and the state on the right', async () => {
    const card = await draw({
      day: { month: 11, day: 27, weekday: '金' },
      badge: { text: '配信中', tone: 'live' },
    })
    const [red, green, blue] = await colorAt(card, 76, 128, 10)
    expect(Math.min(red ?? 0, green ?? 0, blue ?? 0)).toBeGreaterThan(240)
    const [live = 0, other = 0] = await colorAt(card, 1_100, 68, 6)
    expect(live).toBeGreaterThan(other + 100)
  })

  it.each([
    ['markup', '<b>&"'],
    ['a long text', 'とても長い題名'.repeat(30)],
    ['emoji alone', '🌙👩‍👩‍👧'],
    ['a right-to-left text', 'مرحبا'],
  ])('is drawn with %s as its title', async (_, title) => {
    expect((await bytesOf({ title })).length).toBeGreaterThan(5_000)
  })

  it('differs by title, room and facts', async () => {
    const cards = await Promise.all(
      [{}, { title: '星見の会' }, { over: '別の部屋' }, { facts: ['無料'] }].map(bytesOf),
    )
    expect(new Set(cards.map((bytes) => bytes.toString('base64'))).size).toBe(4)
  })
})

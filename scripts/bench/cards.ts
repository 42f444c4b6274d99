import sharp from 'sharp'
import { CARD_SIZE, type PageCard, SQUARE_CARD_SIZE } from '#contract/site/page-card.ts'
import { drawCard } from '#server/media/pictures/card.ts'
import { picture } from '#server/testing/files.ts'
import { figure, type Row, type Section } from './report.ts'
import { ratio } from './rounds.ts'

const RUNS = 15
const CPU_MS = 150
const PICTURE = { width: 2_000, height: 1_500 }

const EVENT: PageCard = {
  ...{
    picture: null,
    over: '夜ふかし喫茶室',
    title: '夜ふかし朗読会 第十二夜「銀河鉄道の夜」を読む',
  },
  facts: ['11月27日(金) 20:00', '¥1,980（税込）'],
  ...{ day: { month: 11, day: 27, weekday: '金' }, badge: null },
}
const ROOM: PageCard = { ...EVENT, facts: ['月額 ¥980', 'メンバー1,284人'], day: null }

const CARDS: Record<string, PageCard> = {
  'a room': ROOM,
  'an event': EVENT,
  'an event on air': { ...EVENT, badge: { text: '配信中', tone: 'live' } },
  'a sold-out event': { ...EVENT, badge: { text: '満席', tone: 'quiet' } },
  'a ticket that somebody has': { ...EVENT, badge: { text: 'チケット、持ってます', tone: 'held' } },
  'a thread or an article': { ...ROOM, facts: ['藍川 あおいさんのスレッド'] },
  'a profile': { ...ROOM, facts: [] },
}

/** Processor time of one run in milliseconds, with that of the threads that decode and draw. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The processor time of each kind of card, beside the same picture cropped to its size and no more. */
export async function cards(): Promise<Section> {
  const ground = await picture(PICTURE.width, PICTURE.height)
  const rows: Row[] = []
  for (const [what, card] of Object.entries(CARDS))
    for (const size of [CARD_SIZE, SQUARE_CARD_SIZE]) {
      const draw = () => drawCard(sharp(ground), card, size)
      const crop = () => sharp(ground).resize(size.width, size.height).jpeg().toBuffer()
      await Promise.all([draw(), crop()])
      const [ours, floor]: [number[], number[]] = [[], []]
      for (let run = 0; run < RUNS; run++) {
        ours.push(await cpuMs(draw))
        floor.push(await cpuMs(crop))
      }
      const cpu = figure(ours)
      rows.push({
        what: `${what}, ${size === CARD_SIZE ? 'wide' : 'square'}`,
        figures: { 'CPU ms': cpu, 'to a cropped picture': ratio(ours, floor) },
        target: { says: `at most ${CPU_MS} ms`, held: cpu.median <= CPU_MS },
      })
    }
  return {
    title: `Cards for link previews, over a picture of ${PICTURE.width} × ${PICTURE.height} pixels`,
    rows,
  }
}

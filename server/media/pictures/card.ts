// Runs in a worker process, like draw.ts.
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { escaped } from '#contract/lib/markup.ts'
import { CARD_SIZE, type CardSize, type PageCard } from '#contract/site/page-card.ts'

/** The same on every machine: a server may have no Japanese font. */
const FONTS = import.meta.resolve('@expo-google-fonts/zen-kaku-gothic-new/package.json')
const FONT = fileURLToPath(new URL('700Bold/ZenKakuGothicNew_700Bold.ttf', FONTS))
const FAMILY = 'Zen Kaku Gothic New Bold'
const MARGIN = 64
/** Full-width characters of a title: two lines, or three of a square card. */
const TITLE_MAX = { wide: 32, square: 42 }
const LINE_MAX = 34
const SIZES = { over: 32, title: 64, facts: 36, badge: 34 }
const GAP = 22
/** Colors of the app's dark scheme. */
const [WHITE, SOFT, INK, PRIMARY, LIVE] = ['#FFFFFF', '#D6DEDC', '#16211F', '#0B6E66', '#D3222A']
const LIT = '#F3D494'
const BADGES = {
  live: { fill: LIVE, ink: WHITE },
  quiet: { fill: INK, ink: WHITE },
  held: { fill: LIT, ink: INK },
}
const QUALITY = 84

/** Draws a card over a decoded picture, or over the site's own. */
export async function drawCard(
  picture: Sharp | null,
  card: PageCard,
  size: CardSize = CARD_SIZE,
): Promise<Uint8Array> {
  const isSquare = size.width === size.height
  const ground = picture
    ? picture.resize(size.width, size.height, {
        fit: 'cover',
        // Looking for the subject takes 50 ms in a square.
        position: isSquare ? 'centre' : 'attention',
      })
    : sharp(Buffer.from(ownPicture(size)))
  const layers = [
    shade(size),
    mark(size),
    ...(await textLayers(card, size)),
    ...(await cornerLayers(card, size)),
  ]
  return ground
    .flatten({ background: INK })
    .composite([{ input: Buffer.from(merged(layers, size)) }])
    .jpeg({ quality: QUALITY })
    .toBuffer()
}

/** A part of the card, as SVG. */
interface Layer {
  markup: string
  left: number
  top: number
}

/** One layer of all: each takes as long as the card is large. */
const merged = (layers: Layer[], { width, height }: CardSize) =>
  svg(
    width,
    height,
    layers
      .map(({ markup, left, top }) => `<g transform="translate(${left} ${top})">${markup}</g>`)
      .join(''),
  )

interface Written {
  markup: string
  width: number
  height: number
}

/** A text in this color, wrapped between characters as Japanese is. */
async function write(text: string, size: number, color: string, width: number) {
  const pango = `<span foreground="${color}">${escaped(text)}</span>`
  const { data, info } = await sharp({
    text: {
      ...{ text: pango, font: `${FAMILY} ${size}`, fontfile: FONT, width },
      ...{ wrap: 'word-char', rgba: true, dpi: 72 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const { width: drawn, height } = info
  const markup = `<image width="${drawn}" height="${height}" href="data:image/png;base64,${data.toString('base64')}"/>`
  return { markup, width: drawn, height } satisfies Written
}

/** Room, title and facts, at the foot of the card. */
async function textLayers(
  { over, title, facts }: PageCard,
  { width, height: bottomEdge }: CardSize,
): Promise<Layer[]> {
  const titleMax = width === bottomEdge ? TITLE_MAX.square : TITLE_MAX.wide
  const lines = [
    { text: cut(facts.join('・'), LINE_MAX), size: SIZES.facts, color: SOFT },
    { text: cut(title, titleMax), size: SIZES.title, color: WHITE },
    { text: cut(over, LINE_MAX), size: SIZES.over, color: SOFT },
  ]
  const layers: Layer[] = []
  let bottom = bottomEdge - MARGIN
  for (const { text, size, color } of lines) {
    if (text === '') continue
    const { markup, height } = await write(text, size, color, width - 2 * MARGIN)
    layers.push({ markup, left: MARGIN, top: bottom - height })
    bottom -= height + GAP
  }
  return layers
}

/** The leaf of the calendar on the left, the state on the right. */
async function cornerLayers(
  { day, badge }: PageCard,
  { width: cardWidth }: CardSize,
): Promise<Layer[]> {
  const layers: Layer[] = []
  if (day) {
    layers.push({ markup: LEAF, left: MARGIN, top: MARGIN })
    const parts = [
      { text: `${day.month}月`, size: 28, color: WHITE, top: 12 },
      { text: String(day.day), size: 62, color: INK, top: 60 },
      { text: day.weekday, size: 26, color: '#5B6B68', top: 126 },
    ]
    for (const { text, size, color, top } of parts) {
      const { markup, width } = await write(text, size, color, LEAF_SIZE.width)
      const left = MARGIN + Math.round((LEAF_SIZE.width - width) / 2)
      layers.push({ markup, left, top: MARGIN + top })
    }
  }
  if (badge) {
    const { fill, ink } = BADGES[badge.tone]
    const { markup, width, height } = await write(badge.text, SIZES.badge, ink, cardWidth / 2)
    const box = { width: width + 48, height: height + 32 }
    const left = cardWidth - MARGIN - box.width
    layers.push({ markup: pill(box, fill), left, top: MARGIN })
    layers.push({ markup, left: left + 24, top: MARGIN + 16 })
  }
  return layers
}

/** Full-width characters count as one, others as a little more than half. */
const unitsOf = (character: string) => ((character.codePointAt(0) ?? 0) > 0xff ? 1 : 0.6)

/** The font has no emoji. */
const EMOJI =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\p{Extended_Pictographic}|\u200d|\ufe0f)*/gu

/** The beginning of a text that fits, without emoji. */
function cut(written: string, max: number): string {
  const text = written.replaceAll(EMOJI, '').replaceAll(/\s+/g, ' ').trim()
  let units = 0
  const fitting: string[] = []
  for (const { segment } of new Intl.Segmenter('ja').segment(text)) {
    units += unitsOf(segment)
    if (units > max) return `${fitting.slice(0, -1).join('')}…`
    fitting.push(segment)
  }
  return text
}

const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`

/** Makes the text legible on any picture. */
const shade = ({ width, height }: CardSize): Layer => ({
  markup: svg(
    width,
    height,
    `<defs><linearGradient id="a" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0A1211" stop-opacity=".25"/><stop offset=".35" stop-color="#0A1211" stop-opacity=".3"/><stop offset="1" stop-color="#0A1211" stop-opacity=".92"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#a)"/>`,
  ),
  ...{ left: 0, top: 0 },
})

/** The site's icon: a lit window. */
const mark = ({ width, height }: CardSize): Layer => ({
  markup: svg(
    68,
    68,
    '<g transform="scale(.9)"><rect width="76" height="76" rx="17" fill="#17353A"/><path d="M22 56V35a16 16 0 0 1 32 0v21z" fill="#F3D494"/><path d="M38 19v37M22 39h32" stroke="#8A6A3C" stroke-width="2.5"/><path d="M18 61h40" stroke="#E6BC74" stroke-width="4" stroke-linecap="round"/></g>',
  ),
  left: width - MARGIN - 68,
  top: height - MARGIN - 58,
})

const LEAF_SIZE = { width: 132, height: 168 }
const LEAF = svg(
  LEAF_SIZE.width,
  LEAF_SIZE.height,
  `<rect width="132" height="168" rx="20" fill="${WHITE}"/><path d="M0 50V20A20 20 0 0 1 20 0H112A20 20 0 0 1 132 20V50Z" fill="${PRIMARY}"/>`,
)
const pill = ({ width, height }: { width: number; height: number }, fill: string) =>
  svg(
    width,
    height,
    `<rect width="${width}" height="${height}" rx="${height / 2}" fill="${fill}"/>`,
  )

/** A row of lit windows at night. */
const ownPicture = ({ width, height }: CardSize) =>
  svg(
    width,
    height,
    `<rect width="100%" height="100%" fill="#17353A"/><g transform="translate(${(width - CARD_SIZE.width) / 2} ${(height - CARD_SIZE.height) / 2})">${[70, 440, 810].map((x, n) => windowAt(x, n === 1)).join('')}</g>`,
  )
function windowAt(x: number, isLit: boolean) {
  const fill = isLit ? LIT : '#2A4C50'
  return `<path d="M${x} 420V220a140 140 0 0 1 280 0V420z" transform="translate(20 -40) scale(.86)" transform-origin="${x} 420" fill="${fill}"/>`
}

/**
 * Draws all app icons, start screens, and the link preview picture, from one drawing: the lit window of the logo. Run it after
 * changing the drawing; the files are checked in.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { startupImages } from '../pwa/startup-images.ts'

const PUBLIC = join(import.meta.dirname, '../public')
const NIGHT = '#17353A'
const LAMP = '#F3D494'
const SILL = '#E6BC74'
const BARS = '#8A6A3C'
const PAPER = '#F8FAFA'

/** The window in a view box of 100, centered at 50/50. */
const lit = `
  <path d="M21 81V46a29 29 0 0 1 58 0v35z" fill="${SILL}" opacity=".16"/>
  <path d="M29 73V46a21 21 0 0 1 42 0v27z" fill="${LAMP}"/>
  <path d="M50 25v48M29 51h42" stroke="${BARS}" stroke-width="3"/>
  <path d="M24 78h52" stroke="${SILL}" stroke-width="5" stroke-linecap="round"/>`

/** The window in one color, for monochrome icons that the system tints. */
const outline = `
  <g fill="none" stroke="#FFFFFF" stroke-width="6" stroke-linejoin="round" stroke-linecap="round">
    <path d="M29 73V46a21 21 0 0 1 42 0v27zM50 25v48M29 51h42M22 82h56"/>
  </g>`

const letters = `
  <path d="M3 25V4.5h7.5a6 6 0 0 1 0 12H3M10.5 16.5 17.5 25"/>
  <path d="M24.5 25v-9a6.5 6.5 0 0 1 13 0v9z" fill="${LAMP}"/>
  <path d="M44.5 25v-9a6.5 6.5 0 0 1 13 0v9z"/>
  <path d="M64.5 25v-9.5a6 6 0 0 1 12 0V25M76.5 25v-9.5a6 6 0 0 1 12 0V25"/>`

const svg = (body: string, box = '0 0 100 100') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${body}</svg>`

const tile = (radius: number) => `<rect width="100" height="100" rx="${radius}" fill="${NIGHT}"/>`
const scaled = (factor: number, body: string) =>
  `<g transform="translate(50 50) scale(${factor}) translate(-50 -52)">${body}</g>`

const icon = svg(tile(22) + scaled(1.12, lit))
// A mask may cut off everything outside of the central 80 %.
const maskable = svg(tile(0) + scaled(0.92, lit))
const square = svg(tile(0) + scaled(1.08, lit))
const monochrome = svg(scaled(0.95, outline))

function building(): string {
  const windows = [0, 1, 2, 3, 4, 5, 6, 7].map((column) => {
    const on = column === 1 || column === 4 || column === 6
    const glass = `<path d="M0 70V34a28 28 0 0 1 56 0v36z" fill="${on ? LAMP : '#2B4A55'}"/>`
    const bars = `<path d="M28 6v64M0 36h56" stroke="${on ? BARS : NIGHT}" stroke-width="3"/>`
    const sill = `<path d="M-7 76h70" stroke="${on ? SILL : '#35585F'}" stroke-width="6" stroke-linecap="round"/>`
    return `<g transform="translate(${124 + column * 128} 452)">${glass}${bars}${sill}</g>`
  })
  return windows.join('')
}

const shared = svg(
  `<rect width="1200" height="630" fill="#1F4146"/>
   <path d="M0 0h1200v18H0z" fill="${NIGHT}"/>
   <g transform="translate(324 142) scale(6)" fill="none" stroke="${PAPER}" stroke-width="3.1"
      stroke-linecap="round" stroke-linejoin="round">${letters}</g>
   ${building()}`,
  '0 0 1200 630',
)

const png = (drawing: string, width: number, height = width) =>
  sharp(Buffer.from(drawing), { density: 600 })
    .resize(width, height)
    .png({ compressionLevel: 9 })
    .toBuffer()

/** The width of the icon in a start screen, in CSS pixels. */
const START_ICON = 96

/** The icon in the middle of a screen. Few colors: each is a quarter of the file, and looks the same. */
async function startScreen({ width, height, ratio, paper }: (typeof startupImages)[number]) {
  const input = await png(icon, START_ICON * ratio)
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([{ input, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true, colours: 64 })
    .toBuffer()
}

/** An .ico file with one PNG: six bytes of header, sixteen of directory, the picture. */
function ico(picture: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, picture])
}

const files: Record<string, Buffer | string> = {
  'icons/icon.svg': icon,
  'icons/icon-192.png': await png(icon, 192),
  'icons/icon-512.png': await png(icon, 512),
  'icons/maskable-512.png': await png(maskable, 512),
  'icons/monochrome-512.png': await png(monochrome, 512),
  'icons/apple-touch-icon.png': await png(square, 180),
  'favicon.svg': icon,
  'favicon.ico': ico(await png(icon, 48), 48),
  'og.png': await png(shared, 1200, 630),
}

for (const image of startupImages) files[image.path] = await startScreen(image)

for (const folder of ['icons', 'icons/startup'])
  await mkdir(join(PUBLIC, folder), { recursive: true })
await Promise.all(Object.entries(files).map(([name, body]) => writeFile(join(PUBLIC, name), body)))
console.log(Object.keys(files).join('\n'))

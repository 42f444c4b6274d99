import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { entryOf } from '#contract/lib/defined.ts'
import { STAMP_MAX } from '#contract/stamps/limits.ts'
import type { Deps } from '#server/process/deps.ts'
import { AVATARS, avatarId } from './avatars.ts'
import { chime } from './sound.ts'

export const SCENES = [
  ...['boat', 'books', 'cafe', 'candles', 'cats', 'clouds', 'evening', 'film', 'forest', 'galaxy'],
  ...['kitchen', 'lemon', 'meteors', 'miso', 'morning', 'mountain', 'piano', 'plants', 'rain'],
  ...['shogi', 'soba', 'stage', 'stars', 'train', 'windows', 'winter', 'yarn', 'yose'],
] as const
export type Scene = (typeof SCENES)[number] | (string & {})
const OBJECTS = [
  'bird',
  'cat',
  'cup',
  'fish',
  'hill',
  'kaki',
  'leaf',
  'mio',
  'moon',
  'note',
  'onigiri',
  'ume',
  'wave',
]

const STAMPS = ['tea', 'moon', 'cat'] as const
export type StampArt = (typeof STAMPS)[number]

const FULL = 1000
const SMALL = 600
/** Size of a portrait: twice the largest display size. */
const AVATAR_SIZE = 240
const AVATAR_SMALL = 96

/** Path of a drawn scene. */
export const scenePath = (scene: Scene, size: 'full' | 'small' = 'full') =>
  `public/demo/${scene}-${size === 'full' ? FULL : SMALL}.png`
export const iconPath = (scene: Scene) => `public/demo/${scene}-icon.png`
export const avatarPath = (face: string, size: 'full' | 'small') =>
  `public/demo/face-${face}-${size === 'full' ? AVATAR_SIZE : AVATAR_SMALL}.png`
export const stampPath = (stamp: StampArt) => `public/demo/stamp-${stamp}.webp`
/** Path of the same picture for members only. */
export const innerPath = (scene: Scene, size: 'full' | 'small') =>
  `members/demo/${scene}-${size === 'full' ? FULL : SMALL}.png`
export const SCENE_SIZE = { width: FULL, height: Math.round((FULL * 9) / 16) }
export const SOUND = 'members/demo/chime.wav'
export const FILM = 'members/demo/clip.mp4'
export const FILM_STILL = 'members/demo/clip.png'

const artOf = (name: string) => readFile(new URL(`./art/${name}`, import.meta.url))
/** A palette suffices: the scenes are flat. Level 9 takes twice as long for a twentieth less. */
const png = { palette: true, effort: 3, compressionLevel: 6 }

type Put = (path: string, bytes: Uint8Array) => void

async function drawScene(scene: string, put: Put) {
  const svg = await artOf(`${scene}.svg`)
  const full = await sharp(svg, { density: 72 * 1.6 })
    .resize(FULL, SCENE_SIZE.height, { fit: 'cover' })
    .png({ ...png, palette: false, compressionLevel: 0 })
    .toBuffer()
  const [large, small, icon] = await Promise.all([
    sharp(full).png(png).toBuffer(),
    sharp(full).resize(SMALL).png(png).toBuffer(),
    drawIcon(scene, full),
  ])
  put(scenePath(scene, 'full'), large)
  put(scenePath(scene, 'small'), small)
  put(innerPath(scene, 'full'), large)
  put(innerPath(scene, 'small'), small)
  put(iconPath(scene), icon)
}

/** The center of a scene, except for the one with its own picture. */
async function drawIcon(scene: string, full: Buffer) {
  const square =
    scene === 'cafe'
      ? sharp(await artOf('i-cafe.svg'), { density: 300 }).resize(400, 400, { position: 'centre' })
      : sharp(full).resize(400, 400, { fit: 'cover', position: 'centre' })
  return square.png(png).toBuffer()
}

async function drawAvatarOf(face: string, svg: Buffer, put: Put) {
  for (const [size, side] of [
    ['full', AVATAR_SIZE],
    ['small', AVATAR_SMALL],
  ] as const)
    put(
      avatarPath(face, size),
      await sharp(svg, { density: 300 }).resize(side, side).png({ compressionLevel: 9 }).toBuffer(),
    )
}

/** As an uploaded one is stored. */
async function drawStamp(stamp: StampArt, put: Put) {
  const { side } = STAMP_MAX
  const svg = sharp(await artOf(`s-${stamp}.svg`), { density: 300 }).resize(side, side)
  put(stampPath(stamp), await svg.webp({ quality: 82 }).toBuffer())
}

async function drawAll(): Promise<Map<string, Uint8Array>> {
  const drawn = new Map<string, Uint8Array>()
  const put: Put = (path, bytes) => void drawn.set(path, bytes)
  await Promise.all([
    ...SCENES.map((scene) => drawScene(scene, put)),
    ...STAMPS.map((stamp) => drawStamp(stamp, put)),
    ...OBJECTS.map(async (object) => drawAvatarOf(object, await artOf(`p-${object}.svg`), put)),
    ...Array.from({ length: AVATARS }, (_, n) =>
      drawAvatarOf(`${n}`, Buffer.from(avatarId(n)), put),
    ),
  ])
  put(SOUND, chime())
  put(FILM, await artOf('clip.mp4'))
  put(FILM_STILL, entryOf(drawn, scenePath('cafe', 'small')))
  return drawn
}

let drawn: Promise<Map<string, Uint8Array>> | undefined

/** Draws all pictures of the demo once per process, and stores them in `media`. */
export async function putPictures(media: Deps['media']) {
  drawn ??= drawAll()
  const pictures = await drawn
  await Promise.all([...pictures].map(([path, bytes]) => media.put(path, bytes)))
}

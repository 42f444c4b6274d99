import { cycled } from './tables.ts'

interface AvatarStyle {
  ground: string
  clothes: string
  hair: string
  skin: string
  style: number
}

const HAIR = [
  // to the jaw
  'M17.5 38c-4-20 4-27 14.500-27s18.500 7 14.500 27c-1-11-5-15-8.500-18-7 4-13 4.500-17 4.500-1.500 4-2.500 8-3.500 13.500z',
  // short
  'M18 29c-1-13 6-19 14-19s15 6 14 19c-3-5-5-8-7-9-6 3-13 3-17 1-2 2-3 5-4 8z',
  // long
  'M15 50c-3-26 3-40 17-40s20 14 17 40h-6c1-12 0-22-4-29-8 5-14 5-18 4-3 7-3 16-1 25z',
  // parted
  'M17 33c-2-15 4-23 15-23s17 8 15 23c-2-6-5-11-11-14-3 5-12 7-16 8-1 2-2 4-3 6z',
  // white and thin
  'M18 30c-3-9 1-16 6-17 5-4 13-3 17 1 5 2 6 9 4 16-2-6-4-9-6-10-6 2-12 2-16 0-3 2-4 6-5 10z',
]
const BUN = '<circle cx="32" cy="9" r="6" fill="HAIR"/>'

/** Draws a portrait in the style of the other pictures. */
export function drawAvatar({ ground, clothes, hair, skin, style }: AvatarStyle): string {
  const bun = style === 5 ? BUN.replace('HAIR', hair) : ''
  const glasses =
    style % 3 === 2
      ? '<g fill="none" stroke="#33262B" stroke-width="1.2"><circle cx="27" cy="32" r="4.6"/><circle cx="37" cy="32" r="4.600"/><path d="M31.600 32h.8"/></g>'
      : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${ground}"/>${bun}<path d="M10 64c1-14 10-20 22-20s21 6 22 20z" fill="${clothes}"/><path d="M26 40h12v8a6 4 0 0 1-12 0z" fill="${skin}"/><ellipse cx="32" cy="30" rx="13" ry="14.500" fill="${skin}"/><path d="${HAIR[style % HAIR.length]}" fill="${hair}"/><path d="M25.500 32h3M35.500 32h3" stroke="#2B1E1C" stroke-width="1.600" stroke-linecap="round"/><path d="M29.500 38q2.500 1.600 5 0" stroke="#A5563B" stroke-width="1.400" fill="none" stroke-linecap="round"/>${glasses}</svg>`
}

const GROUNDS = [
  '#2F5D62',
  '#DCE8D6',
  '#F1CD8B',
  '#3B4F73',
  '#F2D8C2',
  '#C3D9DE',
  '#7A5A6B',
  '#E7E0CF',
]
const CLOTHES = ['#B9543A', '#2E6A66', '#D9A441', '#4E7560', '#8A6A8F', '#33557B', '#EADBC0']
const HAIRS = ['#2B1E1C', '#3B2A24', '#6D4527', '#1F2A30', '#B9B3A8']
const SKINS = ['#F0CBA9', '#E9BE9B', '#F4D6BA', '#DDB08A']

/** Number of different portraits. */
export const AVATARS = 24

export const avatarId = (n: number): string =>
  drawAvatar({
    ground: cycled(GROUNDS, n),
    clothes: cycled(CLOTHES, n * 3 + 1),
    hair: n % 6 === 5 ? cycled(HAIRS, 4) : cycled(HAIRS, (n * 7) % 4),
    skin: cycled(SKINS, n * 5),
    style: n % 6 === 5 ? 4 : n % 5 === 4 ? 5 : n % 4,
  })

import { IMAGE_UNREADABLE } from '#contract/shared/messages.ts'
import { PICTURE_MAX } from '#contract/threads/posting-limits.ts'

/** The types and the size of pictures that a receiver accepts as they are. */
interface Accepted {
  types: readonly string[]
  bytes: number
}
/** Our server decodes these, and looks itself at what a file without a type is. */
const OURS: Accepted = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', ''],
  bytes: PICTURE_MAX.bytes,
}
/**
 * The longer side of a photo that is made smaller: well above what the server keeps, and the maximum of the payment
 * provider.
 */
const SIDE = 4_000
const QUALITY = 0.9
/** iPhones' format, also without a type: other systems do not know it. */
const HEIC = /\.hei[cf]$/i

export const HEIC_UNREADABLE =
  'HEICの画像は、この端末では変換できません。JPEGに変換したものを選んでください。iPhoneでは「設定」→「カメラ」→「フォーマット」→「互換性優先」で撮影すると、JPEGになります'

/** A picture as its receiver accepts it, or why there is none. */
export type FittedPhoto = { file: File } | { problem: string }

const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || HEIC.test(name)

/** Whether a chosen picture is sent as it is. */
export const isFit = (file: File, { types, bytes } = OURS): boolean =>
  !isHeic(file) && file.size <= bytes && types.includes(file.type)

/** A photo that is too large, or in a camera's own format, is made a JPEG on this device. */
export async function fitPhoto(file: File, accepted = OURS): Promise<FittedPhoto> {
  if (isFit(file, accepted)) return { file }
  const jpeg = await toJpeg(file)
  if (jpeg && jpeg.size <= accepted.bytes)
    return { file: new File([jpeg], `${file.name}.jpg`, { type: jpeg.type }) }
  return { problem: isHeic(file) ? HEIC_UNREADABLE : IMAGE_UNREADABLE }
}

/** A picture redrawn as JPEG; null if this browser cannot decode it. */
async function toJpeg(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  // JPEG has no transparency, which would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}

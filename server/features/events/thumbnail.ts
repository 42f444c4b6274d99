import { PICTURE_MAX } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/http/refusal.ts'
import { redraw } from '#server/http/uploaded-picture.ts'

const FOLDER = 'public/event/'
const MB = 1_000_000
const wrong = (words: string) => invalid({ thumbnail_image: [words] })

/** Keeps an event's picture, drawn anew under a name that was never there before. */
export async function keepThumbnail({ media, newId }: Pick<Deps, 'media' | 'newId'>, file: File) {
  if (file.size > PICTURE_MAX.bytes)
    throw wrong(`画像は${PICTURE_MAX.bytes / MB}MB以下のものを選んでください`)
  const picture = await redraw(new Uint8Array(await file.arrayBuffer()))
  if (!picture) throw wrong('画像を読み取れませんでした。JPEG・PNG・WebPなどの画像を選んでください')
  const path = `${FOLDER}${newId()}.webp`
  await media.put(path, picture)
  return path
}

/** What nobody shows any more; pictures that came with the demo belong to several. */
export async function dropThumbnail({ media }: Pick<Deps, 'media'>, path: string | null) {
  if (path?.startsWith(FOLDER)) await media.remove(path)
}

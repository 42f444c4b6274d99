import { withSan } from '#contract/lib/with-san.ts'
import { FACES_COUNTED_MAX } from '#contract/shared/limits.ts'
import { count as inDigits } from '#pwa/lib/format.ts'

const NAMED = 2

/** People who agreed to be shown, and their number, up to `FACES_COUNTED_MAX`. */
export interface People {
  count: number
  people: { name: string; display_name: string; icon_image_small_path: string | null }[]
}

/** The first names, and the number of the others, before a verb. */
export function facesLabel({ count, people }: People, verb: string): string {
  const named = people.slice(0, NAMED)
  const others = count - named.length
  const names = named.map(({ display_name }) => withSan(display_name)).join('、')
  const more = count >= FACES_COUNTED_MAX ? '人以上' : '人'
  return `${names}${others > 0 ? `ほか${inDigits(others)}${more}` : ''}が${verb}`
}

import { ATTENDEES_COUNTED_MAX } from '#contract/events/limits.ts'
import { count as inDigits } from '#pwa/lib/format.ts'

const NAMED = 2

interface Attending {
  count: number
  people: { display_name: string }[]
}

/** Who goes to an event: the first names, and the number of the others. */
export function attendeesLabel({ count, people }: Attending): string {
  const named = people.slice(0, NAMED)
  const others = count - named.length
  const names = named.map(({ display_name }) => `${display_name}さん`).join('、')
  const more = count >= ATTENDEES_COUNTED_MAX ? '人以上' : '人'
  return `${names}${others > 0 ? `ほか${inDigits(others)}${more}` : ''}が参加します`
}

import { localTime } from '#pwa/lib/format.ts'

/** A line with the time on the device's own clock; nothing in Japan. */
export function LocalTime({ at }: { at: string }) {
  const here = localTime(at)
  return (
    here !== null && (
      <>
        <br />
        現地時間 {here}
      </>
    )
  )
}

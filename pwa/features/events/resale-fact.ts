import { dayAndTime } from '#pwa/lib/format.ts'

/** The fact of 公式リセール, for buyers; nothing without a deadline, which is missing in an offline copy of the last release. */
export const resaleFact = (until: string | null | undefined) =>
  until ? [{ term: '公式リセール', value: `${dayAndTime(until)} まで受け付けます` }] : []

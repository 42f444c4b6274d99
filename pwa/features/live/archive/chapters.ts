/** A part of an archive; seconds. */
export interface Chapter {
  at: number
  title: string
}

/** A line such as 「12:30 朗読」 or 「1:02:30 質問」. */
const LINE = /^\s*(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)\s+(\S.*?)\s*$/

/**
 * The chapters that a host wrote into an event's description, one a line. They begin with 0:00, as on other video
 * sites, and ascend; otherwise the times are taken for times of the day, as in 「20:00 開演」.
 */
export function chaptersOf(about: string): Chapter[] {
  const chapters: Chapter[] = []
  for (const line of about.split('\n')) {
    const [, hours = '0', minutes = '', seconds = '', title = ''] = LINE.exec(line) ?? []
    if (title === '') continue
    const at = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
    if (at <= (chapters.at(-1)?.at ?? -1) || (chapters.length === 0 && at > 0)) return []
    chapters.push({ at, title })
  }
  return chapters.length > 1 ? chapters : []
}

/** The index of the chapter at a position; −1 without chapters. */
export const chapterAt = (chapters: Chapter[], seconds: number): number =>
  chapters.findLastIndex(({ at }) => at <= seconds)

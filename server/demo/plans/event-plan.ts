import type { Schema } from '#server/db/schema.ts'
import type { Scene } from '../pictures.ts'
import type { Weekday } from '../tables.ts'

export interface DemoEventPlan {
  room: string
  title: string
  about: string
  /** Besides those of its room; separated by blanks. */
  tags?: string
  scene: Scene
  /**
   * Days from today, and a time in Japan, on the weekday of which its texts speak; or minutes since its start. No title
   * names a season, as the demo is filled at any time of the year.
   */
  when: { days: number; at: string; weekday?: Weekday } | { minutesAgo: number }
  /** Minutes. */
  lasts: number
  amount: number
  /** Price without the archive, of an event that is sold in two kinds. */
  liveAmount?: number
  capacity: number
  sold: number
  archiveDays?: number
  flg?: Schema['event']['publishment_flg']
  status?: Schema['event']['status']
  archive?: 0 | 1
  liveTalk?: 0 | 1
  talk?: number
  captions?: boolean
  /** Ticket of the fan who can log in. */
  haru?: 'held' | 'refunded' | 'confirming' | 'failed'
}

/** Plans of one room, with what most events have. */
export const plansOf = (
  room: string,
  scene: Scene,
  plans: Partial<DemoEventPlan>[],
): DemoEventPlan[] =>
  plans.map((plan) => ({
    room,
    scene,
    title: '',
    about: '',
    when: { days: 1, at: '20:00' },
    lasts: 90,
    amount: 0,
    capacity: 200,
    sold: 10,
    archiveDays: 7,
    ...plan,
  }))

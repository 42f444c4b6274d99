import type { Schema } from '#server/db/schema.ts'
import type { Scene } from './pictures.ts'

export interface DemoEventPlan {
  room: string
  title: string
  about: string
  scene: Scene
  /** Days from today, and a time in Japan; or minutes since its start. */
  when: { days: number; at: string } | { minutesAgo: number }
  /** Minutes. */
  lasts: number
  amount: number
  capacity: number
  sold: number
  archiveDays?: number
  flg?: Schema['event']['publishment_flg']
  status?: Schema['event']['status']
  archive?: 0 | 1
  liveTalk?: 0 | 1
  talk?: number
  /** Ticket of the fan who can log in. */
  haru?: 'held' | 'refunded' | 'confirming' | 'failed'
}

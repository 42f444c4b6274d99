import type { Scene } from '../pictures.ts'

export interface ThreadPlan {
  room: string
  /** Default: the owner. */
  by?: string
  title: string
  text: string
  hours: number
  images?: Scene[]
  sound?: true
  film?: true
  pinned?: true
  comments?: number
  likes?: number
  /** First comments, in order. */
  firstComments?: string[]
}

/** A thread within the list of its room. */
export type RoomThread = Omit<ThreadPlan, 'room'>

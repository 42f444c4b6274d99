import type { Scene } from './pictures.ts'

export interface ThreadPlan {
  room: string
  /** The owner unless said. */
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
  /** The first comments, in their order. */
  said?: string[]
}

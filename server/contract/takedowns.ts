import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './takedowns.schema.ts'

/** Rights that somebody may see violated. */
export const CLAIMS = [
  'copyright',
  'portrait',
  'privacy',
  'defamation',
  'trademark',
  'other',
] as const
export type Claim = (typeof CLAIMS)[number]
export const FAITH_NEEDED = '内容が事実であることの確認が必要です'

export type TakedownInquiry = z.output<typeof schema.shapes.getTakedownInquiry.output>

/** Requests to take down what violates somebody's right (情報流通プラットフォーム対処法). */
export const takedowns = endpoints<typeof schema.shapes>()({
  askTakedown: { method: 'POST', path: '/takedown', auth: 'optional', status: 201 },
  /** What the author is asked for their view of. */
  getTakedownInquiry: { method: 'GET', path: '/me/takedown/:id', auth: 'viewer' },
  /** 410 once the time is over, 409 where it was answered or decided. */
  answerTakedown: { method: 'POST', path: '/me/takedown/:id', auth: 'viewer', status: 204 },
})

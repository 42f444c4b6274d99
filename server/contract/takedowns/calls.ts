import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

/** Rights that a request may invoke. */
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

/** Takedown requests for violated rights (情報流通プラットフォーム対処法). */
export const takedowns = endpoints<typeof schema.shapes>()({
  askTakedown: { method: 'POST', path: '/takedown', auth: 'optional', status: 201 },
  /** The inquiry to the author. */
  getTakedownInquiry: { method: 'GET', path: '/me/takedown/:id', auth: 'viewer' },
  /** 410 after the deadline, 409 if already answered or decided. */
  answerTakedown: { method: 'POST', path: '/me/takedown/:id', auth: 'viewer', status: 204 },
})

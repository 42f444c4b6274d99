import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type LotterySale = z.output<typeof schema.LotterySale>
export type LotteryTimes = Pick<LotterySale, 'opens_at' | 'closes_at' | 'announced_at' | 'ends_at'>
export type Lottery = z.output<typeof schema.Lottery>
export type LotteryApplication = z.output<typeof schema.LotteryApplication>
export type OwnLottery = z.output<typeof schema.OwnLottery>

const TICKET = '/room/:roomid/digitalTicket/:id'

/** 抽選販売: an entry ticket is sold to those who are drawn, by a draw that anybody can repeat. */
export const lottery = endpoints<typeof schema.shapes>()({
  /** The lottery of a ticket, with what is published of its draw. The secret only with the results. */
  getLottery: { method: 'GET', path: `${TICKET}/lottery`, auth: 'optional', shared: true },
  /** The frozen list of applications, under pseudonyms; 404 before the close. Never changes. */
  getDrawList: {
    method: 'GET',
    path: `${TICKET}/lottery/list.txt`,
    auth: 'none',
    kind: 'file',
    shared: true,
  },
  /** The secret and the winners; 404 before the minute of the results. Never changes. */
  getDrawResult: {
    method: 'GET',
    path: `${TICKET}/lottery/result.txt`,
    auth: 'none',
    kind: 'file',
    shared: true,
  },
  /** The viewer's own application. `invite`: the token of a group that they were invited to. */
  getApplication: { method: 'GET', path: '/me/lottery/:id', auth: 'viewer' },
  /** Applies, or changes the application, until the close: 201, or 200 if there is one. */
  apply: { method: 'PUT', path: '/me/lottery/:id', auth: 'viewer', status: [201, 200] },
  /** Withdraws it, and leaves its group. Idempotent; 409 after the close. */
  withdrawApplication: { method: 'DELETE', path: '/me/lottery/:id', auth: 'viewer', status: 204 },
  /** For the owner: the setting, with numbers of applications and no names. */
  getOwnLottery: { method: 'GET', path: `${TICKET}/lottery/setting`, auth: 'viewer' },
  /** Sets it; only the sale of the rest may be changed once applications are open. */
  setLottery: { method: 'PUT', path: `${TICKET}/lottery/setting`, auth: 'viewer' },
  /** Removes it before applications open. */
  removeLottery: {
    method: 'DELETE',
    path: `${TICKET}/lottery/setting`,
    auth: 'viewer',
    status: 204,
  },
})

import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

/** All operator actions with effects on others. */
export const OPERATOR_ACTIONS = [
  'desk.open',
  'operator.appoint',
  'operator.dismiss',
  'report.uphold',
  'report.dismiss',
  'report.reverse',
  'disclosure.remind',
  'disclosure.disclose',
  'disclosure.decline',
  'takedown.inquire',
  'takedown.accept',
  'takedown.decline',
  'takedown.reverse',
  'news.create',
  'news.change',
  'news.publish',
  'news.withdraw',
  'news.delete',
  'help.change',
  'help.restore',
  'text.draft',
  'text.discard',
  'text.publish',
  'text.call_off',
  'switch.turn',
  'band.set',
  'payment.refund',
  'refund.retry',
  'work.retry',
  'task.assign',
  'books.reconcile',
  'fee.plan',
  'fee.withdraw',
  'user.suspend',
  'user.restore',
  'user.official',
  'room.suspend',
  'room.restore',
  'stamp.remove',
  'word.add',
  'word.remove',
] as const
/** Replaces a handle for actions from the shell. */
export const SHELL_ACTOR = '-'
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]
export type AuditRow = z.output<typeof schema.AuditRow>

/** Audit log of operators' actions: who, what, before, after. Append-only. */
export const operatorAudit = endpoints<typeof schema.shapes>()({
  listAudit: { method: 'GET', path: '/operator/audit', auth: 'operator', kind: 'list' },
})

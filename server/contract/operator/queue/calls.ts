import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

/** What waits for an operator. */
export const TASK_KINDS = ['report', 'takedown', 'disclosure', 'refund', 'work'] as const
export type TaskKind = (typeof TASK_KINDS)[number]
export type Task = z.output<typeof schema.Task>

/** One queue over everything that waits for an operator, oldest first, and who takes care of it. */
export const operatorQueue = endpoints<typeof schema.shapes>()({
  listTasks: { method: 'GET', path: '/operator/queue', auth: 'operator', kind: 'list' },
  /** Takes a task, also from another operator, or gives it back. */
  assignTask: {
    method: 'PUT',
    path: '/operator/queue/:kind/:id/assignment',
    auth: 'operator',
    status: 204,
  },
})

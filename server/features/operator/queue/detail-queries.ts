import type { Db } from '#server/db/schema.ts'

// What is shown of the tasks on one page of the queue. The caller leaves out kinds without a task.

export const findReports = (db: Db, ids: string[]) =>
  db
    .selectFrom('report')
    .leftJoin('user', 'user.id', 'report.author_id')
    .select(['report.id', 'report.kind as content', 'report.evidence', 'user.name as person'])
    .where('report.id', 'in', ids)
    .execute()

export const findTakedowns = (db: Db, ids: string[]) =>
  db
    .selectFrom('takedown')
    .leftJoin('user', 'user.id', 'takedown.author_id')
    .select(['takedown.id', 'takedown.kind as content', 'takedown.evidence', 'takedown.number'])
    .select('user.name as person')
    .where('takedown.id', 'in', ids)
    .execute()

export const findDisclosures = (db: Db, ids: string[]) =>
  db
    .selectFrom('disclosure_request as request')
    .innerJoin('user', 'user.id', 'request.seller_id')
    .select(['request.id', 'user.name as person'])
    .where('request.id', 'in', ids)
    .execute()

export const findRefunds = (db: Db, ids: string[]) =>
  db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .innerJoin('user', 'user.id', 'order.buyer_id')
    .select(['refund.id', 'refund.amount', 'refund.state', 'order.snapshot', 'user.name as person'])
    .where('refund.id', 'in', ids)
    .execute()

export const findWork = (db: Db, ids: string[]) =>
  db.selectFrom('outbox').select(['id', 'topic', 'error']).where('id', 'in', ids).execute()

import type { Task, TaskKind } from '#contract/operator/queue/calls.ts'
import type { Db } from '#server/db/schema.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import { withoutAddresses } from '../error-text.ts'
import { evidenceIn, evidenceText } from '../moderation/evidence.ts'
import { caseNumberOf } from '../takedowns/case-number.ts'
import * as query from './detail-queries.ts'

type Details = Pick<Task, 'title' | 'content' | 'amount' | 'number' | 'person' | 'error' | 'can'>
type DetailsById = [id: string, details: Details][]

const NOTHING: Details = {
  title: '',
  ...{ content: null, amount: null, number: null, person: null, error: null },
  can: { retry: false },
}
const textOf = (evidence: string) => evidenceText(evidenceIn(evidence))

/** Shown of each kind of task, by id. */
const loaders: Record<TaskKind, (db: Db, ids: string[]) => Promise<DetailsById>> = {
  report: async (db, ids) =>
    (await query.findReports(db, ids)).map(({ id, content, evidence, person }) => [
      id,
      { ...NOTHING, title: textOf(evidence), content, person },
    ]),
  takedown: async (db, ids) =>
    (await query.findTakedowns(db, ids)).map(({ id, content, evidence, number, person }) => [
      id,
      { ...NOTHING, title: textOf(evidence), content, person, number: caseNumberOf(number) },
    ]),
  disclosure: async (db, ids) =>
    (await query.findDisclosures(db, ids)).map(({ id, person }) => [id, { ...NOTHING, person }]),
  refund: async (db, ids) =>
    (await query.findRefunds(db, ids)).map(({ id, amount, state, snapshot, person }) => [
      id,
      {
        ...NOTHING,
        title: snapshotOf({ snapshot }).title,
        amount,
        person,
        can: { retry: state === 'failed' },
      },
    ]),
  work: async (db, ids) =>
    (await query.findWork(db, ids)).map(({ id, topic, error }) => [
      id,
      { ...NOTHING, title: topic, error: withoutAddresses(error ?? ''), can: { retry: true } },
    ]),
}

/** The details of tasks by kind and id; one that was done meanwhile has empty ones. */
export async function detailsOf(db: Db, tasks: { kind: TaskKind; id: string }[]) {
  const byKind = [...Map.groupBy(tasks, ({ kind }) => kind)]
  const loaded = await Promise.all(
    byKind.map(async ([kind, those]) => {
      const ids = those.map(({ id }) => id)
      return [kind, new Map(await loaders[kind](db, ids))] as const
    }),
  )
  const details = new Map(loaded)
  return ({ kind, id }: { kind: TaskKind; id: string }) => details.get(kind)?.get(id) ?? NOTHING
}

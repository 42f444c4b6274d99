// The queue of operators: everything that waits for one of them, and who takes care of it.

import type { Task, TaskKind } from '#contract/operator/queue/calls.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { transact } from '#server/db/transact.ts'
import { hasMember, presentMember } from '#server/features/profile/member.ts'
import { page } from '#server/http/answers/reply.ts'
import { forbidden, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import { lateSince } from '../money/late-since.ts'
import { detailsOf } from './present.ts'
import * as query from './queries.ts'

interface Filter extends PageWindow {
  kind?: TaskKind | undefined
  whose: 'all' | 'mine' | 'free'
}

export async function listTasks(deps: Deps, viewer: Viewer, filter: Filter) {
  const late = lateSince(deps.clock.now())
  const list = await page(filter, (window) =>
    query.listTasks(deps.read, { ...window, late, viewerId: viewer.id }),
  )
  const detailed = await detailsOf(deps.read, list.items)
  return {
    ...list,
    items: list.items.map(
      (row): Task => ({
        ...{ kind: row.kind, id: row.id, since: row.since, count: Number(row.count) },
        ...detailed(row),
        assignee: hasMember(row) ? presentMember(row) : null,
      }),
    ),
  }
}

/** The last one who takes a task has it; a task that is done cannot be taken. */
export async function assignTask(
  deps: Deps,
  viewer: Viewer,
  { kind, id }: { kind: TaskKind; id: string },
  isMine: boolean,
) {
  const operator_id = actorOf(viewer)
  // The machine's shell is nobody who could take care of a task.
  if (operator_id === null) throw forbidden()
  await transact(deps.db, async (tx) => {
    if (!(await query.isWaiting(tx, kind, id, lateSince(deps.clock.now())))) throw notFound()
    const before = (await query.findAssignment(tx, kind, id))?.operator_id ?? null
    const after = isMine ? operator_id : null
    if (before === after) return
    if (isMine)
      await query.saveAssignment(tx, { kind, task_id: id, operator_id, assigned_at: isoNow(deps) })
    else await query.deleteAssignment(tx, kind, id)
    await record(tx, deps, viewer, {
      action: 'task.assign',
      target: `${kind}:${id}`,
      before: { assignee: before },
      after: { assignee: after },
    })
  })
}
